/** Nodes that are broken on purpose: each promise notices, and none complains of a node that is whole. */
import test from 'ava'
import { meet } from '../../support/meeting/meeting.js'
import { MUTANTS } from '../../support/mutants/list.js'
import { casesFor, mutated } from '../../support/mutants/mutant.js'
import { running } from '../../support/mutants/running.js'
import { brokenIn } from '../../support/promises/broken.js'
import { PROMISES } from '../../support/promises/index.js'

for (const mutant of MUTANTS) {
  test(`it is noticed that ${mutant.name}`, async (t) => {
    const broken = await running(mutant)
    const noticed = Object.entries(broken).filter(([, how]) => how.length > 0)
    t.log(noticed.map(([promise, how]) => `${promise}: ${how.length}`).join('; '))
    t.true(broken[mutant.promise].length > 0, `nobody notices: ${mutant.promise}`)
  })
}

test('a node that is whole keeps every promise in the same cases', async (t) => {
  const broken = brokenIn(await meet(t, MUTANTS.flatMap(casesFor)))
  for (const [promise, how] of Object.entries(broken)) t.deepEqual(how, [], promise)
})

test('every promise is broken by two mutants at least', (t) => {
  for (const promise of Object.keys(PROMISES)) {
    t.true(MUTANTS.filter((mutant) => mutant.promise === promise).length >= 2, promise)
  }
})

test('a mutant of a text that the build has not once is refused', (t) => {
  const [mutant] = MUTANTS
  if (!mutant) return t.fail()
  const { file, text, replacement } = mutant
  t.is(mutated(`a ${text} b`, mutant), `a ${replacement} b`)
  t.throws(() => mutated('nothing of it', mutant), {
    message: `${file} has 0 times, and not once: ${text}`,
  })
  t.throws(() => mutated(text + text, mutant), { message: /has 2 times/ })
})

/** Which word was meant. */
import test from 'ava'
import { nearest } from '../../src/base/nearest-word.js'

const EXPECTED = ['http', 'smtp', 'queue', 'plugins', 'destinations', 'stateDir']

for (const [slip, meant] of [
  ['htpp', 'http'],
  ['quue', 'queue'],
  ['qeuue', 'queue'],
  ['plugin', 'plugins'],
  ['destinatons', 'destinations'],
  ['statedir', 'stateDir'],
  ['STATEDIR', 'stateDir'],
] as const) {
  test(`${slip} is near to ${meant}`, (t) => {
    t.is(nearest(slip, EXPECTED), meant)
  })
}

test('of words that are far from all, short, or very long, none is near', (t) => {
  for (const word of ['elephant', 'ht', '', 'x'.repeat(100_000)]) {
    t.is(nearest(word, EXPECTED), undefined)
  }
})

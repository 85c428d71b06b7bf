/** Graphs of values that are written and read back are the same graphs, in both encodings. */
import test from 'ava'
import type { Value } from '../../../src/plugin.js'
import { difference, randomGraph } from '../../support/encoding/graphs.js'
import { read, written } from '../../support/encoding/through.js'
import { LONG } from '../../support/long.js'
import { Random } from '../../support/random.js'

const ROUNDS = LONG ? 20_000 : 600

for (const encoding of ['1.1', '1.2'] as const) {
  test(`SOAP ${encoding}: random graphs come back as they were`, (t) => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const graph = randomGraph(new Random(seed))
      const text = written(graph, encoding)
      const found = difference(graph, read(text))
      if (found !== undefined) return t.fail(`seed ${seed}: ${found}\n${text}`)
    }
    t.pass()
  })

  test(`SOAP ${encoding}: a graph whose expansion is exponential is written once`, (t) => {
    let below: Value = ['bottom', 'bottom']
    for (let level = 0; level < 200; level += 1) below = [below, below]
    const text = written({ below }, encoding)
    t.true(text.length < 200_000)
    t.is(difference({ below }, read(text)), undefined)
  })

  test(`SOAP ${encoding}: a long text that many refer to is written once`, (t) => {
    const text = 'tea '.repeat(10_000)
    const values = { texts: Array.from({ length: 1000 }, () => text) }
    const envelope = written(values, encoding)
    t.true(envelope.length < 200_000)
    t.deepEqual(read(envelope), { ...values })
  })
}

test('SOAP 1.1: a list of 900 nodes nests no deeper than readers allow', (t) => {
  let list: Value = null
  for (let n = 0; n < 900; n += 1) list = { n, next: list }
  const text = written({ list }, '1.1')
  let depth = 0
  let deepest = 0
  for (const [tag] of text.matchAll(/<\/?[^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>') && !tag.startsWith('<?')) depth += 1
    deepest = Math.max(deepest, depth)
  }
  t.true(deepest < 60)
  t.is(difference({ list }, read(text)), undefined)
})

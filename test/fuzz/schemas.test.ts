/** Schemas and elements of chance: our own rules and both engines of libxml2 judge each alike, but for a written list. */
import test from 'ava'
import { judge, shown } from '../support/schemas/judge.js'
import { JUDGEMENTS, SEED } from './run.js'

test('three schema engines accept and refuse the same schemas and elements', async (t) => {
  t.timeout(3_600_000)
  const { totals, expected: existing, unknown } = await judge(SEED * 1_000_000, JUDGEMENTS)
  t.log(JSON.stringify({ seed: SEED, ...totals, expected: existing, different: unknown.length }))
  t.deepEqual(unknown.slice(0, 20).map(shown), [])
  // Most are accepted, and enough are not: a generator that has lost its way finds nothing.
  t.true(totals.compiled > totals.schemas / 2)
  t.true(totals.valid > totals.elements / 4)
  t.true(totals.valid < (totals.elements * 3) / 4)
})

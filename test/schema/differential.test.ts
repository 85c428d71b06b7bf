/** Our own rules against libxml2: both judge some random schemas and elements alike, but for a written list. */
import test from 'ava'
import { LONG } from '../support/long.js'
import { judge, shown } from '../support/schemas/judge.js'

test('random elements: the same are accepted and refused', async (t) => {
  t.timeout(600_000)
  const { totals, unknown } = await judge(1, LONG ? 60_000 : 3_000)
  t.deepEqual(unknown.slice(0, 5).map(shown), [])
  t.true(totals.valid > totals.elements / 4)
  t.true(totals.valid < (totals.elements * 3) / 4)
})

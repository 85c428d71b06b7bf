/** The covering array: every combination that can occur occurs, and the others are named with their reason. */
import test from 'ava'
import { LONG } from '../support/long.js'
import { arrayOf } from '../support/meeting/arrays.js'
import { against, combinations, covering, holds, type Never } from '../support/meeting/covering.js'
import { FACTORS, NEVERS, pairsOf, SHORT } from '../support/meeting/factors.js'
import { Random } from '../support/random.js'

const SMALL = { a: ['1', '2'], b: ['1', '2', '3'], c: ['1', '2'] }
const NEVER: Never = { values: { a: ['1'] }, with: { b: ['1', '2'] }, because: 'they differ' }

test('every pair that can occur occurs, and no row has values that never meet', (t) => {
  const { rows, covered, leftOut } = covering(SMALL, [NEVER], combinations(SMALL, 2), new Random(1))
  // 2·3 + 2·2 + 3·2, less two.
  t.is(covered.length, 14)
  t.deepEqual(
    leftOut.map(({ combination }) => combination),
    [
      { a: '1', b: '1' },
      { a: '1', b: '2' },
    ],
  )
  for (const pair of covered) t.true(rows.some((row) => holds(row, pair)))
  for (const row of rows) t.is(against(row, [NEVER]), undefined)
})

test('what no third factor goes with is left out, too', (t) => {
  const nevers: readonly Never[] = [
    { values: { a: ['1'] }, with: { c: ['1'] }, because: 'one' },
    { values: { b: ['1'] }, with: { c: ['2'] }, because: 'two' },
  ]
  const { leftOut } = covering(SMALL, nevers, [{ a: '1', b: '1' }], new Random(1))
  t.regex(leftOut[0]?.because ?? '', /third factor/)
})

test('the pairs of the meeting are all there, or left out for a reason', (t) => {
  for (const [name, factors] of [
    ['short', SHORT],
    ['long', FACTORS],
  ] as const) {
    for (const seed of LONG ? [1, 2, 3] : [1]) {
      const { rows, covered, leftOut } = arrayOf(name, seed)
      t.is(covered.length + leftOut.length, pairsOf(factors).length)
      t.true(covered.every((pair) => rows.some((row) => holds(row, pair))))
      t.true(rows.every((row) => against(row, NEVERS) === undefined))
      for (const { because } of leftOut) t.regex(because, /^.{10,}$/)
    }
  }
})

test('the same seed makes the same array, and another one another', (t) => {
  const { rows } = arrayOf('short', 7)
  t.deepEqual(arrayOf('short', 7).rows, rows)
  t.notDeepEqual(arrayOf('short', 8).rows, rows)
})

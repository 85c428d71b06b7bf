/** JSON of a log's and a journal's values: to the letter what JSON.stringify writes. */
import test from 'ava'
import { jsonString, jsonText } from '../../src/base/json-text.js'
import { Random } from '../support/random.js'

class Own {
  readonly a = 1
}

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -0,
  1.5e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  'a "quoted" \\ text',
  '\u0000\u001f\u007f\u2028\u00e9\ud800\u{1f600}',
  'x'.repeat(1_000),
  () => 1,
  Symbol('s'),
  new Date(0),
  new Own(),
  new Map([[1, 2]]),
  /x/,
  Buffer.from('bytes'),
  Object.create(null),
  { toJSON: () => 'own' },
  { toJSON: 1 },
  new Boolean(false),
  [undefined, () => 1, Symbol('s'), null],
  { a: undefined, b: () => 1, c: [1, [2, [3, { d: 4 }]]], 'e "f"': { g: { h: { i: 'j' } } } },
  { 2: 'two', 1: 'one', b: 'b', [Symbol('s')]: 1 },
]

test('what it writes is what JSON.stringify writes, alone and within lists and objects', (t) => {
  for (const value of VALUES) {
    const all = [value, [value], { value }, [[value]], { a: { value } }, { a: { b: { value } } }]
    for (const one of all) t.is(jsonText(one), JSON.stringify(one))
  }
})

test('texts of any characters', (t) => {
  const random = new Random(7)
  for (let round = 0; round < 20_000; round++) {
    const most = random.chance(0.5) ? 0x80 : 0x1_0000
    const text = random.many(12, () => String.fromCharCode(random.below(most))).join('')
    if (jsonString(text) !== JSON.stringify(text)) t.is(jsonString(text), JSON.stringify(text))
  }
  t.pass()
})

test('what JSON cannot say is an error, as for JSON.stringify', (t) => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  for (const value of [circle, [circle], 1n, { a: 1n }])
    t.throws(() => jsonText(value), { instanceOf: TypeError })
})

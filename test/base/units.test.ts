/** Lengths of time and sizes with units: what is read, what is written, and what is proposed for other spellings. */
import test from 'ava'
import {
  quantityText,
  readQuantity,
  readTime,
  SIZE,
  spellingOf,
  TIME,
} from '../../src/base/units.js'
import { Random } from '../support/random.js'

const DAY = 86_400_000

const READ: readonly (readonly [string, number | undefined, number | undefined])[] = [
  ['0', 0, 0],
  ['0ms', 0, undefined],
  ['0MiB', undefined, 0],
  ['1ms', 1, undefined],
  ['30s', 30_000, undefined],
  ['5m', 300_000, undefined],
  ['2h', 7_200_000, undefined],
  ['7d', 7 * DAY, undefined],
  ['512B', undefined, 512],
  ['64KiB', undefined, 65_536],
  ['10MiB', undefined, 10 * 1024 ** 2],
  ['1GiB', undefined, 1024 ** 3],
  ['2TiB', undefined, 2 * 1024 ** 4],
  ...[
    '',
    '00',
    '30',
    '30 s',
    '30S',
    '1.5h',
    '-1s',
    '+1s',
    '1e3s',
    '01s',
    '10MB',
    '10mib',
    '1h30m',
  ].map((text) => [text, undefined, undefined] as const),
]

for (const [text, milliseconds, bytes] of READ) {
  test(`"${text}" is read as ${milliseconds ?? 'no'} time and ${bytes ?? 'no'} size`, (t) => {
    t.is(readQuantity(text, TIME), milliseconds)
    t.is(readQuantity(text, SIZE), bytes)
  })
}

test('what is written is read as the same, in the largest unit that leaves no fraction', (t) => {
  t.is(quantityText(0, TIME), '0')
  t.is(quantityText(90_000, TIME), '90s')
  t.is(quantityText(3_600_001, TIME), '3600001ms')
  t.is(quantityText(1024 ** 2 + 1024, SIZE), '1025KiB')
  const random = new Random(1)
  for (let count = 0; count < 1000; count += 1) {
    const quantity = 1 + random.below(1e9) * random.pick([1, 1000, 1024, 60_000])
    for (const measure of [TIME, SIZE]) {
      t.is(readQuantity(quantityText(quantity, measure), measure), quantity)
    }
  }
})

test('what to write in place of a number, or of a unit that others use', (t) => {
  const times = [30_000, '30', '30 s', '5min', '2 hours', '7 days', 1.5, 0, 'soon', null]
  t.deepEqual(
    times.map((value) => spellingOf(value, TIME)),
    ['30s', '30ms', '30s', '5m', '2h', '7d', undefined, undefined, undefined, undefined],
  )
  const sizes = [10_485_760, '10MB', '64 kb', '1g', '5 s', '100 bytes']
  t.deepEqual(
    sizes.map((value) => spellingOf(value, SIZE)),
    ['10MiB', '10MiB', '64KiB', '1GiB', undefined, '100B'],
  )
})

test('a time that is typed: a number alone means seconds, and the sentence says so', (t) => {
  const bounds = { least: 1, most: DAY }
  t.is(readTime('30s', bounds), 30_000)
  t.throws(() => readTime('30', bounds), { message: 'expected a time with its unit: write 30s' })
  for (const text of ['0', '2d', 'x', '']) {
    t.throws(() => readTime(text, bounds), { message: /^expected a time with its unit up to 1d, / })
  }
  t.is(readTime('0', { ...bounds, least: 0 }), 0)
})

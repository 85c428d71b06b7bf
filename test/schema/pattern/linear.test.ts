/** No pattern takes more than time by the length of the text: all these would never end if they did. */
import test from 'ava'
import { compilePatterns } from '../../../src/schema/pattern/pattern.js'
import { Random } from '../../support/random.js'

const LONG = 'a'.repeat(60_000)

test('ways to divide a text are not tried one after the other', (t) => {
  for (const source of ['(a|aa)+b', '(a*)*b', '((a+)+)+b', '(a|a?)+b', '(.*.*)*.*b']) {
    const pattern = compilePatterns([source])
    t.false(pattern.test(LONG), source)
    t.true(pattern.test(`${LONG}b`), source)
  }
})

test('counts may be large, and overlap', (t) => {
  const pattern = compilePatterns(['[a-z ]{1,10000}[a-z0-9]{0,10000}'])
  t.true(pattern.test('ab '.repeat(3333) + 'ab1'.repeat(3333)))
  t.false(pattern.test('ab '.repeat(3334) + 'ab1'.repeat(3334)))
  t.false(pattern.test(`${'ab '.repeat(3333)}1 `))
})

test('a count of 10,000 is kept to the character', (t) => {
  for (const source of ['.{0,10000}', '(x|.{0,10000})', '(a|.{0,5000}a{0,5000})']) {
    const pattern = compilePatterns([source])
    t.true(pattern.test('é'.repeat(5_000) + 'a'.repeat(5_000)), source)
    t.false(pattern.test('a'.repeat(10_001)), source)
  }
})

test('a count of all but any size takes no room', (t) => {
  const pattern = compilePatterns(['x?[xa]{3,9007199254740991}b', 'c[xa]{4000000000,}'])
  t.true(pattern.test(`${LONG}b`))
  t.false(pattern.test('aab'))
  t.false(pattern.test(`c${LONG}`))
})

test('counted repetitions of one character agree with those that are written out', (t) => {
  const random = new Random(7)
  const [counted, written] = [
    '(b{0,300}a{3,400}){1,3}[ab]{2,300}c',
    '(b*aaaa*){1,3}[ab][ab][ab]*c',
  ].map((source) => compilePatterns([source]))
  for (let round = 0; round < 2_000; round += 1) {
    const text = `${random.many(14, () => random.pick(['a', 'a', 'b'])).join('')}c`
    t.is(counted?.test(text), written?.test(text), text)
  }
})

test('a pattern with more states than there is room for tells the same', (t) => {
  const random = new Random(5)
  const pattern = compilePatterns(['(a|b)*a(a|b){18}'])
  for (let round = 0; round < 20; round += 1) {
    const text = Array.from({ length: 3_000 }, () => random.pick(['a', 'b'])).join('')
    t.is(pattern.test(text), text.at(-19) === 'a')
  }
})

test('states are forgotten in a text that needs few of them for long', (t) => {
  const pattern = compilePatterns(['((ab){0,9000}c)*'])
  const part = `${'ab'.repeat(9_000)}c`
  t.true(pattern.test(part.repeat(3)))
  t.true(pattern.test('c'.repeat(400_000) + part))
  t.false(pattern.test(`${'c'.repeat(400_000)}${'ab'.repeat(9_001)}c`))
})

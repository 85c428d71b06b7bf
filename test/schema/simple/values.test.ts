/** The value space: which texts are the same value, and how values are ordered. */
import test from 'ava'
import type { SimpleType } from '../../../src/schema/components.js'
import { keyOf, listOf, memberOf, normalise, unionOf } from '../../../src/schema/simple/index.js'
import { broken, builtIn, NAMELESS, restricted, SCOPE } from './types.js'

const key = (type: SimpleType, text: string) => keyOf(type, normalise(type, text), SCOPE)

/** Texts of one line are one value; those of two lines are two. */
const VALUES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  string: [['a'], [' a'], ['A'], ['']],
  token: [['a b', ' a \n b '], ['a']],
  boolean: [
    ['true', '1'],
    ['false', '0'],
  ],
  decimal: [
    ['0', '-0', '+0', '0.0', '.0', '0.', '-.00'],
    ['1', '+1', '01', '1.0', '1.'],
    ['-1', '-01.00'],
    ['10', '010.0'],
    ['0.1', '.1', '.10'],
    ['0.01'],
    ['123456789012345678901234567890.1', '+0123456789012345678901234567890.10'],
    ['123456789012345678901234567890.2'],
  ],
  integer: [['7', '+7', '007'], ['70']],
  float: [
    ['0', '-0', '0e5', '-0.0E-10'],
    ['1', '1e0', '10E-1', '1.000000001'],
    ['1.0000002'],
    ['16777216', '16777217'],
    ['INF', '1e39'],
    ['-INF', '-1e39'],
    ['NaN'],
  ],
  double: [
    ['0', '-0'],
    ['1', '1.00000000000000000001'],
    ['1.000000001'],
    ['1e39'],
    ['INF', '1e400'],
    ['NaN'],
  ],
  duration: [
    ['P1Y', 'P12M', 'P0Y12M0DT0H'],
    ['P1M'],
    ['P30D', 'PT720H'],
    ['PT36H', 'P1DT12H', 'PT129600S', 'PT129600.00S'],
    ['PT0.5S', 'PT0.50S'],
    ['-PT0.5S'],
    ['P0D', '-P0Y', 'PT0.0S'],
    ['PT5S'],
  ],
  dateTime: [
    [
      '2004-02-29T12:00:00Z',
      '2004-02-29T13:00:00+01:00',
      '2004-02-29T12:00:00.000-00:00',
      '2004-03-01T02:00:00+14:00',
    ],
    ['2004-02-29T12:00:00'],
    ['2004-03-01T00:00:00', '2004-02-29T24:00:00'],
    ['2004-03-01T00:00:00.1'],
    ['0001-01-01T00:00:00', '-0001-12-31T24:00:00'],
    ['-0001-12-31T00:00:00'],
    ['2005-01-01T00:00:00Z', '2004-12-31T24:00:00Z', '2004-12-31T22:30:00-01:30'],
  ],
  time: [
    ['00:00:00', '24:00:00'],
    ['12:00:00Z', '13:00:00+01:00'],
    ['12:00:00'],
    ['12:00:00.5', '12:00:00.50'],
  ],
  date: [
    ['2004-02-29Z', '2004-02-29+00:00'],
    ['2004-02-29+01:00'],
    ['2004-02-29'],
    ['-2004-02-29'],
  ],
  gYearMonth: [['2004-02'], ['2004-02Z', '2004-02-00:00'], ['2004-03']],
  gYear: [['2004'], ['2004Z', '2004+00:00'], ['-2004'], ['12004']],
  gMonthDay: [['--02-29'], ['--02-29Z'], ['--03-01']],
  gDay: [['---01'], ['---01Z'], ['---31']],
  gMonth: [['--01'], ['--01Z'], ['--12']],
  hexBinary: [['0fb7', '0FB7'], ['0FB8'], ['']],
  base64Binary: [['AQ==', 'A Q = ='], ['AQID'], ['']],
  anyURI: [['urn:a'], ['URN:a'], ['a'], ['']],
  QName: [['p:a', 'q:a'], ['a'], ['xml:a']],
  NOTATION: [['p:a', 'q:a'], ['a']],
  NMTOKENS: [['a b', ' a  b '], ['ab'], ['b a'], ['a']],
}

for (const [local, values] of Object.entries(VALUES)) {
  test(`Part 2 §3: texts of ${local} that are the same value, and those that are not`, (t) => {
    const type = builtIn(local)
    const keys = values.map((texts) => new Set(texts.map((text) => key(type, text))))
    for (const [index, each] of keys.entries()) t.is(each.size, 1, values[index]?.join(' '))
    t.is(new Set(keys.flatMap((each) => [...each])).size, values.length)
  })
}

test('Part 2 §4.2.1: values of different primitive types never are the same', (t) => {
  const types = [
    'string',
    'decimal',
    'float',
    'double',
    'anyURI',
    'hexBinary',
    'gYear',
    'base64Binary',
  ]
  t.is(new Set(types.map((local) => key(builtIn(local), '2004'))).size, types.length)
  t.is(key(builtIn('int'), '1'), key(builtIn('decimal'), '1.0'))
  t.is(key(builtIn('NCName'), 'a'), key(builtIn('string'), 'a'))
})

test('Part 2 §2.5.1: a value of a union is that of its member, a list that of its items', (t) => {
  const either = unionOf([builtIn('int'), builtIn('token')], NAMELESS)
  t.is(key(either, ' 01 '), key(builtIn('decimal'), '1'))
  t.is(key(either, ' a  b '), key(builtIn('string'), 'a b'))
  const numbers = listOf(builtIn('decimal'), NAMELESS)
  t.is(key(numbers, '1.0  2'), key(numbers, '1 02'))
  t.is(key(listOf(either, NAMELESS), '1.0 2'), key(listOf(either, NAMELESS), '1.0 02'))
  t.not(key(numbers, '1'), key(builtIn('decimal'), '1'))
  t.not(key(numbers, '1 2'), key(numbers, '12'))
  t.is(key(listOf(either, NAMELESS), '01 2'), key(numbers, '1.0 2'))
  t.not(key(numbers, ''), key(numbers, '0'))
})

test('cvc-datatype-valid.1.2.3: a text is of the first member that takes it, at any depth', (t) => {
  const inner = unionOf([builtIn('boolean'), builtIn('date')], NAMELESS)
  const outer = unionOf([builtIn('int'), inner, builtIn('string')], NAMELESS)
  const member = (text: string) => memberOf(outer, text, SCOPE).local
  t.is(member('1'), 'int')
  t.is(member(' 1 '), 'int')
  t.is(member('true'), 'boolean')
  t.is(member(' 2004-02-29'), 'date')
  t.is(member('other'), 'string')
  t.is(memberOf(builtIn('int'), '1', SCOPE), builtIn('int'))
})

test('Part 2 §4.3.6: of a union whose members differ in white space, the member normalises', (t) => {
  const either = unionOf([builtIn('int'), builtIn('string')], NAMELESS)
  t.is(normalise(either, ' 1 '), ' 1 ')
  t.is(key(either, ' 1 '), key(builtIn('int'), '1'))
  t.is(key(either, ' a '), key(builtIn('string'), ' a '))
  const collapsing = unionOf([builtIn('int'), builtIn('token')], NAMELESS)
  t.is(normalise(collapsing, ' 1 '), '1')
})

/** Each is less than the next. */
const ASCENDING: Readonly<Record<string, readonly string[]>> = {
  decimal: [
    '-1000000000000000000000',
    '-10.5',
    '-10.05',
    '-9',
    '0',
    '0.00000000000000000000001',
    '0.1',
    '0.11',
    '9',
    '10',
    '100000000000000000000.1',
    '100000000000000000000.11',
  ],
  integer: ['-9007199254740993', '-9007199254740992', '9007199254740992', '9007199254740993'],
  float: ['-INF', '-1e30', '-1', '0', '1e-30', '1', 'INF'],
  double: ['-INF', '-1', '0', '1', '1.0000000001', 'INF'],
  duration: [
    '-P1Y',
    '-P1D',
    '-PT1.6S',
    '-PT1.5S',
    'PT0S',
    'PT0.05S',
    'PT0.5S',
    'PT1M',
    'P27D',
    'P1M',
    'P32D',
    'P364D',
    'P1Y',
    'P367D',
    'P1000000000Y',
  ],
  dateTime: [
    '-0002-01-01T00:00:00',
    '-0001-12-31T23:59:59',
    '0001-01-01T00:00:00',
    '2004-02-28T24:00:00',
    '2004-02-29T00:00:00.001',
    '2004-02-29T00:00:01',
    '12004-01-01T00:00:00',
  ],
  time: ['00:00:00', '12:00:00', '12:00:00.1', '23:59:59'],
  date: ['2004-02-28', '2004-02-29', '2004-03-01'],
  gYearMonth: ['2003-12', '2004-01'],
  gYear: ['-0002', '-0001', '0001', '2004', '12004'],
  gMonthDay: ['--01-31', '--02-01', '--02-29', '--03-01'],
  gDay: ['---01', '---31'],
  gMonth: ['--01', '--12'],
}

for (const [local, values] of Object.entries(ASCENDING)) {
  test(`cvc-minInclusive-valid and its kin: the order of ${local}`, (t) => {
    for (const [index, bound] of values.entries()) {
      const kinds = ['minInclusive', 'minExclusive', 'maxInclusive', 'maxExclusive'] as const
      const [from, above, to, below] = kinds.map((kind) => restricted(local, [kind, bound]))
      if (!from || !above || !to || !below) return t.fail()
      for (const [location, text] of values.entries()) {
        t.is(
          broken(from, text),
          location >= index ? undefined : 'cvc-minInclusive-valid',
          `${text} ${bound}`,
        )
        t.is(
          broken(above, text),
          location > index ? undefined : 'cvc-minExclusive-valid',
          `${text} ${bound}`,
        )
        t.is(
          broken(to, text),
          location <= index ? undefined : 'cvc-maxInclusive-valid',
          `${text} ${bound}`,
        )
        t.is(
          broken(below, text),
          location < index ? undefined : 'cvc-maxExclusive-valid',
          `${text} ${bound}`,
        )
      }
    }
  })
}

/** Neither is less, and they are not the same. */
const INCOMPARABLE: readonly (readonly [local: string, one: string, other: string])[] = [
  ['duration', 'P1M', 'P30D'],
  ['duration', 'P1M', 'P28D'],
  ['duration', 'P1M', 'P31D'],
  ['duration', 'P1Y', 'P365D'],
  ['duration', 'P1Y', 'P366D'],
  ['duration', 'P5M', 'P150D'],
  ['duration', 'P5M', 'P153D'],
  ['dateTime', '2000-01-01T12:00:00', '1999-12-31T23:00:00Z'],
  ['dateTime', '2000-01-16T12:00:00', '2000-01-16T12:00:00Z'],
  ['dateTime', '2000-01-16T00:00:00', '2000-01-16T14:00:00Z'],
  ['date', '2004-02-29', '2004-02-29Z'],
  ['float', 'NaN', '0'],
  ['double', 'NaN', 'INF'],
]

test('Part 2 §3.2.6.2, §3.2.7.4: what is incomparable with a bound is outside of it', (t) => {
  for (const [local, one, other] of INCOMPARABLE) {
    for (const kind of ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive']) {
      t.is(broken(restricted(local, [kind, one]), other), `cvc-${kind}-valid`, `${one} ${other}`)
      t.is(broken(restricted(local, [kind, other]), one), `cvc-${kind}-valid`, `${other} ${one}`)
    }
  }
})

test('Part 2 §3.2.7.4: a time without a zone is ordered if it is more than 14 hours away', (t) => {
  const before = restricted('dateTime', ['maxExclusive', '2000-01-16T14:00:01Z'])
  t.is(broken(before, '2000-01-16T00:00:00'), undefined)
  t.is(broken(before, '2000-01-16T00:00:01'), 'cvc-maxExclusive-valid')
  const after = restricted('dateTime', ['minExclusive', '2000-01-15T10:00:00'])
  t.is(broken(after, '2000-01-16T00:00:01Z'), undefined)
  t.is(broken(after, '2000-01-16T00:00:00Z'), 'cvc-minExclusive-valid')
})

test('Part 2 §3.2.8: times with a zone are ordered as they are on one day', (t) => {
  const morning = restricted('time', ['maxExclusive', '12:00:00Z'])
  t.is(broken(morning, '00:30:00+01:00'), undefined)
  t.is(broken(morning, '12:59:59+01:00'), undefined)
  t.is(broken(morning, '23:30:00Z'), 'cvc-maxExclusive-valid')
})

test('Part 2 §3.2.4: NaN equals itself', (t) => {
  t.is(broken(restricted('double', ['minInclusive', 'NaN']), 'NaN'), undefined)
  t.is(broken(restricted('float', ['maxExclusive', 'NaN']), 'NaN'), 'cvc-maxExclusive-valid')
})

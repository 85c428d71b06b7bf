/** The lexical space of each built-in type: what is of it, and what is not. */
import test from 'ava'
import {
  builtInType,
  builtInTypes,
  keyOf,
  mismatch,
  normalise,
} from '../../../src/schema/simple/index.js'
import { broken, builtIn, SCOPE } from './types.js'

const accepts = (local: string, text: string) => broken(builtIn(local), text) === undefined

interface Texts {
  readonly right: readonly string[]
  readonly wrong: readonly string[]
}

const TEXTS: Readonly<Record<string, Texts>> = {
  anySimpleType: { right: ['', ' a\tb ', '<'], wrong: [] },
  string: { right: ['', ' a\tb ', '\u{1F600}'], wrong: [] },
  normalizedString: { right: ['', ' a\n b '], wrong: [] },
  token: { right: ['', '  a \n b '], wrong: [] },
  boolean: { right: ['true', 'false', '1', '0', ' true '], wrong: ['', 'TRUE', '10', 'yes'] },
  decimal: {
    right: ['0', '-0', '+1', '1.', '.5', '-1.50', ' 1 ', '9'.repeat(500), `0.${'0'.repeat(500)}1`],
    wrong: ['', '.', '+', '-.', '1e5', '1,5', '1.5.5', '--1', '1 2', 'INF', '0x1', '١'],
  },
  float: {
    right: ['0', '-0', '1e5', '1E-5', '+.5e+05', '5.', 'INF', '-INF', 'NaN', '1e9999', '12.'],
    wrong: ['', 'e5', '1e', '1e5.5', '+INF', 'inf', 'Infinity', 'nan', '-NaN', '1e5e5', '.', '.e1'],
  },
  double: { right: ['-1E4', '1267.43233E12', '12', 'INF'], wrong: ['1f', '0x1p3', '1d', '1 e5'] },
  duration: {
    right: [
      'P1Y2M3DT10H30M12.3S',
      'P1Y',
      'P0Y1347M0D',
      '-P1347M',
      'PT1M',
      'P1M',
      'P1DT1S',
      'PT0.000S',
      `P${'9'.repeat(1000)}D`,
      `PT1.${'9'.repeat(1000)}S`,
    ],
    wrong: [
      '',
      'P',
      'PT',
      '-P',
      'P1DT',
      'P1Y2MT',
      'P-1347M',
      '+P1D',
      'P1S',
      'PT1D',
      'P1M1Y',
      'P1Y1Y',
      'PT1.S',
      'PT.5S',
      'P1.5D',
      '1Y',
      'P1',
      'PT1H1',
      'p1D',
      'P1D T1H',
      `P${'9'.repeat(1001)}D`,
      `PT1.${'9'.repeat(1001)}S`,
      'PT1S1M',
    ],
  },
  dateTime: {
    right: [
      '2002-10-10T12:00:00',
      '2002-10-10T12:00:00Z',
      '2002-10-10T12:00:00-05:00',
      '2002-10-10T12:00:00.123456789012345678901234567890+14:00',
      '-0045-03-15T00:00:00',
      '12002-10-10T00:00:00',
      '999999999-12-31T23:59:59',
      '2000-02-29T24:00:00',
      '2000-12-31T24:00:00.000',
      '0001-01-01T00:00:00',
      '-0004-02-29T00:00:00',
    ],
    wrong: [
      '',
      '2002-10-10',
      '2002-10-10T12:00',
      '2002-10-10 12:00:00',
      '2002-10-10t12:00:00',
      '0000-01-01T00:00:00',
      '-0000-01-01T00:00:00',
      '02002-10-10T12:00:00',
      '202-10-10T12:00:00',
      '+2002-10-10T12:00:00',
      '2001-02-29T00:00:00',
      '1900-02-29T00:00:00',
      '2002-13-10T12:00:00',
      '2002-00-10T12:00:00',
      '2002-04-31T12:00:00',
      '2002-10-00T12:00:00',
      '2002-10-10T24:00:01',
      '2002-10-10T24:01:00',
      '2002-10-10T24:00:00.1',
      '2002-10-10T25:00:00',
      '2002-10-10T12:60:00',
      '2002-10-10T12:00:60',
      '2002-10-10T12:00:00.',
      '2002-10-10T12:00:00+14:01',
      '2002-10-10T12:00:00+15:00',
      '2002-10-10T12:00:00+1:00',
      '2002-10-10T12:00:00z',
      '2002-10-10T12:00:00Z ?',
      '2002-10-10T12:00:00+05:60',
      '2002-10-10T12:00:00+05.00',
      '2002-10-10T12:00:00+05:000',
      '2002-10-10T12:00:00 05:00',
      '2002-1-10T12:00:00',
    ],
  },
  time: {
    right: ['13:20:00', '13:20:30.5555', '13:20:00-05:00', '13:20:00Z', '00:00:00', '24:00:00'],
    wrong: [
      '',
      '5:20:00',
      '13:20',
      '13.20:00',
      '13:20.00',
      '13:20:00.',
      '13:65:00',
      '24:00:01',
      'T13:20:00',
    ],
  },
  date: {
    right: ['2004-04-12', '2004-04-12-05:00', '2004-04-12Z', '-0045-01-01', '12004-04-12+00:00'],
    wrong: [
      '99-04-12',
      '2004-4-2',
      '2004/04/02',
      '04-12-2004',
      '2004-04-31',
      '2004-04-12T',
      '0000-01-01',
    ],
  },
  gYearMonth: {
    right: ['2004-04', '2004-04-05:00', '-0001-12Z'],
    wrong: ['99-04', '2004', '2004-4', '2004-13', '2004-00', '2004-04-01'],
  },
  gYear: {
    right: ['2004', '2004-05:00', '12004', '-0922', '2004Z', '0922'],
    wrong: ['99', '922', '0000', '02004', '+2004', '1234567890', '2004-'],
  },
  gMonthDay: {
    right: ['--04-12', '--04-12Z', '--02-29', '--12-31+14:00'],
    wrong: ['04-12', '--4-6', '--04-31', '--02-30', '-04-12', '--13-01', '--0412'],
  },
  gDay: {
    right: ['---02', '---31', '---01Z', '---15-05:00'],
    wrong: ['--30-', '---35', '---5', '15', '---00', '--15'],
  },
  gMonth: {
    right: ['--04', '--04-05:00', '--12Z'],
    // The older form, `--04--`, is gone since the second edition.
    wrong: ['--04--', '2004-04', '04', '--4', '--13', '--00', '-04'],
  },
  hexBinary: {
    right: ['', '0FB7', '0fb7', 'aAbB'],
    wrong: ['F', '0FG7', '0F B7', '0x0F', '123'],
  },
  base64Binary: {
    right: [
      '',
      'AAAA',
      '0FB8',
      '0 F B8 0F+9',
      'aGk=',
      'aA==',
      'aA= =',
      'a G k =',
      'AA ==',
      'AQ== ',
    ],
    wrong: [
      'A',
      'AA',
      'AAA',
      'AA=',
      'A===',
      '====',
      'aB==',
      'aGl=',
      'aA==A',
      'AA==AAAA',
      '-_-_',
      'aGk= =',
    ],
  },
  anyURI: {
    right: [
      '',
      'http://www.example.org/a?b#c',
      '../a/b',
      '#a',
      'urn:x:y',
      'a b',
      'http://exämple.org/ü',
      '?x:y',
      'a/b:c',
      'C:/a',
      'http://[::1]/',
      'http://a@[::1]:80',
      'a?[]#[',
      'urn:a[b]',
      'x%20y',
    ],
    wrong: [
      '%',
      'a%2',
      'a%zz',
      'a#b#c',
      ':a',
      '1a:b',
      'ä:b',
      'a[',
      '/a]b',
      '//[',
      '//a[b]/',
      'http://[::1]a',
      'http://a/[b]',
    ],
  },
  QName: {
    right: ['a', 'p:a', 'xml:lang', 'ä', ' p:a '],
    wrong: ['', ':a', 'p:', 'p:a:b', 'r:a', 'p: a', '1', 'p:1', '-a'],
  },
  NOTATION: { right: ['a', 'p:a'], wrong: ['', 'r:a', 'a b'] },
  language: {
    right: ['en', 'en-GB', 'x-a-b', 'abcdefgh-12345678', 'i-klingon', 'EN'],
    wrong: ['', 'abcdefghi', 'en-', '-en', 'e1', 'en--GB', 'en-123456789', 'en_GB', 'ä'],
  },
  NMTOKEN: {
    right: ['a', '1', '-', '.', ':', 'a:b', 'ä', '\u00b7'],
    wrong: ['', 'a b', 'a,b', '\u00d7', '/'],
  },
  NMTOKENS: { right: ['a', 'a 1 -', ' a\n b '], wrong: ['', ' ', 'a ,'] },
  Name: { right: ['a', ':', 'a:b', '_', 'ä1'], wrong: ['', '1', '-a', 'a b', '.'] },
  NCName: { right: ['a', '_a', 'a.b-c1'], wrong: ['', ':', 'a:b', '1', '-'] },
  ID: { right: ['a'], wrong: ['', '1', 'a:b', 'a b'] },
  IDREF: { right: ['a'], wrong: ['', '1', 'a:b', 'a b'] },
  IDREFS: { right: ['a', 'a b'], wrong: ['', '1', 'a 1'] },
  // Whether an entity is declared, only the whole document tells.
  ENTITY: { right: ['a'], wrong: ['', '1', 'a:b', 'a b'] },
  ENTITIES: { right: ['a', 'a b'], wrong: ['', '1', 'a 1'] },
  integer: {
    right: ['0', '-0', '+1', '007', `-${'9'.repeat(500)}`],
    wrong: ['', '1.0', '1.', '+', '1e3', '- 1', '0x1'],
  },
  nonPositiveInteger: {
    right: ['0', '-0', '+0', '-1', `-${'9'.repeat(40)}`],
    wrong: ['1', '+1', ''],
  },
  negativeInteger: { right: ['-1', '-001'], wrong: ['0', '-0', '1'] },
  long: {
    right: ['9223372036854775807', '-9223372036854775808', '+0009223372036854775807'],
    wrong: ['9223372036854775808', '-9223372036854775809', '1.0'],
  },
  int: {
    right: ['2147483647', '-2147483648', '+1'],
    wrong: ['2147483648', '-2147483649', '1.0', ''],
  },
  short: { right: ['32767', '-32768'], wrong: ['32768', '-32769'] },
  byte: { right: ['127', '-128', '+000000000000000000000127'], wrong: ['128', '-129'] },
  nonNegativeInteger: { right: ['0', '-0', '1', '9'.repeat(40)], wrong: ['-1', ''] },
  unsignedLong: {
    right: ['0', '18446744073709551615'],
    wrong: ['18446744073709551616', '-1', '+1', '-0', ''],
  },
  unsignedInt: { right: ['0', '4294967295'], wrong: ['4294967296', '-1'] },
  unsignedShort: { right: ['0', '65535'], wrong: ['65536', '-1'] },
  unsignedByte: { right: ['0', '255', '007'], wrong: ['256', '-1', '-0', '+1', ''] },
  positiveInteger: { right: ['1', '+1', '9'.repeat(40)], wrong: ['0', '-1'] },
}

test('Part 2 §3: there are 44 built-in types besides anySimpleType, and each has a table here', (t) => {
  t.is(builtInTypes().size, 45)
  t.deepEqual(Object.keys(TEXTS).sort(), [...builtInTypes().keys()].sort())
  t.is(builtInType('anyType'), undefined)
})

for (const [local, { right, wrong }] of Object.entries(TEXTS)) {
  test(`cvc-datatype-valid: texts of ${local}, and what is none`, (t) => {
    for (const text of right) t.true(accepts(local, text), `${local}: ${text}`)
    for (const text of wrong) t.false(accepts(local, text), `${local}: ${text}`)
  })
}

test('Part 2 §3.2.7.1: every digit of a date and time is one, and everything between them is there', (t) => {
  const right = '2004-02-29T12:34:56.7+01:30'
  t.true(accepts('dateTime', right))
  for (let at = 0; at < right.length; at += 1) {
    for (const other of ['x', ' ', '/', ';', '']) {
      const wrong = right.slice(0, at) + other + right.slice(at + 1)
      // Without the sign of the zone, or a digit of the fraction, it is wrong all the same.
      t.false(accepts('dateTime', wrong), wrong)
    }
  }
})

test('a rule that is broken says what was expected, and what came, shortened', (t) => {
  const int = builtIn('int')
  t.like(mismatch(int, 'abc', SCOPE), {
    clause: 'cvc-datatype-valid.1',
    sentence: 'Expected a whole number, found "abc".',
  })
  t.like(mismatch(int, '2147483648', SCOPE), {
    clause: 'cvc-maxInclusive-valid',
    sentence: 'Expected at most 2147483647, found "2147483648".',
  })
  t.is(mismatch(int, 'x'.repeat(1000), SCOPE)?.sentence.length, 135)
})

/** A million characters: what takes time by their square, or a call for each, does not come to an end. */
const LONG: Readonly<Record<string, readonly [right: string, wrong: string]>> = {
  decimal: [`${'9'.repeat(500_000)}.${'9'.repeat(500_000)}`, `${'9'.repeat(1_000_000)}.5.`],
  integer: [`${'0'.repeat(999_999)}1`, `${'9'.repeat(999_999)}a`],
  double: [`${'9'.repeat(999_990)}E-999990`, `${'9'.repeat(999_999)}E`],
  dateTime: [
    `2004-02-29T12:00:00.${'1'.repeat(1_000_000)}Z`,
    `${'1'.repeat(1_000_000)}-01-01T00:00:00`,
  ],
  duration: [`PT${'1'.repeat(1000)}S`, `P${'1'.repeat(1_000_000)}D`],
  hexBinary: ['0f'.repeat(500_000), `${'0f'.repeat(500_000)}0`],
  base64Binary: ['Q U J D '.repeat(125_000).trim(), `${'QUJD'.repeat(250_000)}=`],
  anyURI: [`a:${'b[]:'.repeat(250_000)}`, `${'%20'.repeat(333_333)}%`],
  token: [' a\t\n'.repeat(250_000), ''],
  language: [`a${'-b'.repeat(500_000)}`, `a${'-b'.repeat(500_000)}-`],
  NCName: ['\u00e9'.repeat(1_000_000), `${'\u00e9'.repeat(999_999)}:`],
  NMTOKENS: ['a '.repeat(500_000), `${'a '.repeat(500_000)},`],
  QName: [`p:${'a'.repeat(1_000_000)}`, `p${':a'.repeat(500_000)}`],
}

for (const [local, [right, wrong]] of Object.entries(LONG)) {
  test(`a long text of ${local} is right or wrong as a short one`, (t) => {
    t.true(accepts(local, right))
    if (wrong !== '') t.false(accepts(local, wrong))
    const type = builtIn(local)
    t.is(typeof keyOf(type, normalise(type, right), SCOPE), 'string')
  })
}

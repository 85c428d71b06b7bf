/** Values of simple types: each kind out of its texts, and back into one that means the same. */
import test from 'ava'
import type { Value } from '../../../src/plugin.js'
import type { ValueOptions } from '../../../src/schema/values/index.js'
import { readDocument } from '../../../src/xml/read.js'
import { elementText } from '../../../src/xml/tree.js'
import { atOnce } from '../../../src/xml/walk.js'
import { writeElement } from '../../../src/xml/write.js'
import { plain, readText, typed } from '../../support/typed.js'

const restriction = (base: string, facets: string) =>
  `<xs:restriction base="xs:${base}">${facets}</xs:restriction>`
const pattern = (base: string, source: string) =>
  restriction(base, `<xs:pattern value="${source}"/>`)
const union = (...members: readonly string[]) =>
  `<xs:union memberTypes="${members.map((member) => `xs:${member}`).join(' ')}"/>`

type Row = readonly [type: string, text: string, value: Value, written?: string]

const bytes = (...all: readonly number[]) => Buffer.from(all)
const name = (namespace: string, local: string) => ({ namespace, local })

/** A type is a built-in one, or the inside of `xs:simpleType`. */
const ROWS: readonly Row[] = [
  ['string', '', ''],
  ['string', ' a\tb ', ' a\tb '],
  ['token', ' a  b ', 'a b', 'a b'],
  ['boolean', 'true', true],
  ['boolean', ' 1\n', true, 'true'],
  ['boolean', '0', false, 'false'],
  ['int', ' +7 ', 7, '7'],
  ['int', '-007', -7, '-7'],
  ['unsignedByte', '255', 255],
  ['double', '-0.5e+2', -50, '-50'],
  ['double', '.5', 0.5, '0.5'],
  ['double', '5.', 5, '5'],
  ['double', '-0', -0],
  ['double', '1E400', Number.POSITIVE_INFINITY, 'INF'],
  ['float', 'INF', Number.POSITIVE_INFINITY],
  ['float', '-INF', Number.NEGATIVE_INFINITY],
  ['double', 'NaN', Number.NaN],
  ['integer', '-12345678901234567890', -12345678901234567890n],
  ['integer', '+1', 1n, '1'],
  ['long', '007', 7n, '7'],
  ['nonNegativeInteger', '-0', 0n, '0'],
  ['integer', '9'.repeat(1000), BigInt('9'.repeat(1000))],
  ['integer', '9'.repeat(1001), '9'.repeat(1001)],
  ['decimal', '1.50', '1.50'],
  ['decimal', ' +1.0 ', '+1.0', '+1.0'],
  ['date', '2026-11-22', '2026-11-22'],
  ['dateTime', '2026-11-22T08:00:00.10+01:00', '2026-11-22T08:00:00.10+01:00'],
  ['duration', 'P1Y', 'P1Y'],
  ['gYear', '2026', '2026'],
  ['anyURI', 'urn:x', 'urn:x'],
  ['base64Binary', '', bytes()],
  ['base64Binary', ' AQ I D ', bytes(1, 2, 3), 'AQID'],
  ['base64Binary', 'AQ = =', bytes(1), 'AQ=='],
  ['hexBinary', ' 0aFF ', bytes(10, 255), '0aff'],
  ['QName', 'u:x', name('urn:u', 'x'), 'm:x'],
  ['QName', 'xs:int', name('http://www.w3.org/2001/XMLSchema', 'int')],
  ['NMTOKENS', ' a  b ', ['a', 'b'], 'a b'],
  ['anySimpleType', ' x ', ' x '],
  ['<xs:list itemType="xs:double"/>', '1 INF', [1, Number.POSITIVE_INFINITY]],
  [
    '<xs:list itemType="xs:QName"/>',
    'u:x u:y',
    [name('urn:u', 'x'), name('urn:u', 'y')],
    'm:x m:y',
  ],
  // A value whose pattern wants another text than the usual one is that text.
  [pattern('int', '\\d{3}'), '009', '009'],
  [pattern('int', '\\d{3}'), '123', 123],
  [pattern('double', '\\d+\\.\\d\\d'), '1.50', '1.50'],
  [pattern('double', '\\d+\\.\\d\\d'), '1.25', 1.25],
  [pattern('integer', '\\+\\d+'), '+5', '+5'],
  [pattern('boolean', '0|1'), '1', true],
  [pattern('hexBinary', '[0-9A-F]+'), '0AFF', bytes(10, 255)],
  [pattern('hexBinary', '0aFF'), '0aFF', '0aFF'],
  [pattern('base64Binary', 'AQ = ='), 'AQ = =', 'AQ = ='],
  [pattern('QName', 'u:.*'), 'u:x', { namespace: 'urn:u', local: 'x', prefix: 'u' }],
  [pattern('NMTOKENS', '.*'), 'a', ['a']],
  [
    `<xs:list><xs:simpleType>${pattern('int', '0\\d')}</xs:simpleType></xs:list>`,
    '01 02',
    ['01', '02'],
  ],
  [restriction('int', '<xs:enumeration value="007"/>'), '07', 7, '7'],
  [restriction('int', '<xs:minInclusive value="1"/>'), '1', 1],
  // The first member whose text it is says what it is.
  [union('int', 'boolean', 'string'), '5', 5],
  [union('int', 'boolean', 'string'), 'true', true],
  [union('int', 'boolean', 'string'), 'x', 'x'],
  [union('boolean', 'int'), '1', true, 'true'],
  [union('boolean', 'int'), '01', '01'],
  [union('boolean', 'int'), '2', 2],
  [union('hexBinary', 'base64Binary'), 'AQID', 'AQID'],
  [union('hexBinary', 'base64Binary'), '0102', bytes(1, 2)],
  [union('NMTOKENS', 'string'), 'a b', ['a', 'b']],
  [union('QName', 'int'), 'u:x', name('urn:u', 'x'), 'm:x'],
  [union('date', 'dateTime'), '2026-11-22', '2026-11-22'],
]

const DATES: readonly Row[] = [
  [
    'dateTime',
    '2026-11-22T08:00:00Z',
    new Date(Date.UTC(2026, 10, 22, 8)),
    '2026-11-22T08:00:00.000Z',
  ],
  [
    'dateTime',
    '2026-11-22T08:00:00.5+01:00',
    new Date(Date.UTC(2026, 10, 22, 7, 0, 0, 500)),
    '2026-11-22T07:00:00.500Z',
  ],
  ['dateTime', '2026-11-22T08:00:00', '2026-11-22T08:00:00'],
  ['dateTime', '2026-11-22T08:00:00.0001Z', '2026-11-22T08:00:00.0001Z'],
  ['dateTime', '12026-11-22T08:00:00Z', '12026-11-22T08:00:00Z'],
  ['date', '2026-11-22Z', new Date(Date.UTC(2026, 10, 22))],
  ['date', '2026-11-22', '2026-11-22'],
  ['date', '2026-11-22+00:00', new Date(Date.UTC(2026, 10, 22)), '2026-11-22Z'],
  ['date', '2026-11-22+01:00', '2026-11-22+01:00'],
  ['dateTime', '-0001-11-22T08:00:00Z', '-0001-11-22T08:00:00Z'],
  [
    'dateTime',
    '2026-11-22T08:00:00.123000Z',
    new Date(Date.UTC(2026, 10, 22, 8, 0, 0, 123)),
    '2026-11-22T08:00:00.123Z',
  ],
  // In UTC it would be the year 0000, which XML Schema does not have.
  ['dateTime', '0001-01-01T00:00:00+01:00', '0001-01-01T00:00:00+01:00'],
  [
    'dateTime',
    '9999-12-31T23:00:00-01:00',
    new Date(Date.UTC(10000, 0, 1)),
    '10000-01-01T00:00:00.000Z',
  ],
  [
    'dateTime',
    '2026-11-22T24:00:00Z',
    new Date(Date.UTC(2026, 10, 23)),
    '2026-11-23T00:00:00.000Z',
  ],
  // A pattern may want a text that a Date is not written as.
  [pattern('dateTime', '[^.]*'), '2026-11-22T08:00:00Z', '2026-11-22T08:00:00Z'],
  ['time', '08:00:00Z', '08:00:00Z'],
  [
    '<xs:list itemType="xs:date"/>',
    '2026-11-22Z 2026-11-22',
    [new Date(Date.UTC(2026, 10, 22)), '2026-11-22'],
  ],
  [union('date', 'dateTime'), '2026-11-22Z', new Date(Date.UTC(2026, 10, 22))],
  [union('date', 'dateTime'), '2026-11-22', '2026-11-22'],
]

const DECIMALS: readonly Row[] = [
  ['decimal', '1.50', 1.5, '1.5'],
  ['decimal', '0.0000001', 0.0000001],
  ['decimal', '100000000000000000000000', 1e23],
  ['decimal', '0.1', 0.1],
  ['decimal', '0.10000000000000000001', '0.10000000000000000001'],
  ['decimal', '9007199254740993', '9007199254740993'],
]

function check(rows: readonly Row[], options: ValueOptions = {}): void {
  for (const [type, text, value, written = text] of rows) {
    const shown = text.length > 50 ? `${text.length} characters` : JSON.stringify(text)
    test(`${Object.keys(options)} ${type}: ${shown} is ${describe(value)}`, (t) => {
      const schema = type.startsWith('<')
        ? `<xs:element name="e"><xs:simpleType>${type}</xs:simpleType></xs:element>`
        : `<xs:element name="e" type="xs:${type}"/>`
      const types = typed(t, schema, options)
      const read = readText(types, `<e>${text}</e>`)
      t.deepEqual(read.findings, [])
      t.deepEqual(plain(read.value), value)
      const made = types.element('{urn:u}e')?.writing({ value: read.value }, true)
      const again = made && readDocument(writeElement(atOnce(made)))
      t.is(again && elementText(again), written)
    })
  }
}

function describe(value: Value): string {
  if (typeof value === 'bigint') return `a bigint of ${String(value).length} digits`
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
  return `${typeof value} ${text.slice(0, 50)}`
}

check(ROWS)
check(DATES, { dates: 'Date' })
check(DECIMALS, { decimals: 'number' })

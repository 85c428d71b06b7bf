/** DER is read strictly: one way to write each value, nothing beyond its end, nothing unbounded. */
import test from 'ava'
import {
  booleanOf,
  identifierOf,
  integerOf,
  NotDer,
  octetsOf,
  readDer,
  timeOf,
} from '../../../src/security/der/read.js'
import * as der from '../../../src/security/der/write.js'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

for (const [what, bytes] of [
  ['nothing', ''],
  ['a tag alone', '30'],
  ['X.690 §10.1: an indefinite length', '30 80 00 00'],
  ['X.690 §10.1: a length with more octets than it needs', '04 81 01 00'],
  ['X.690 §10.1: a length that begins with 0', `04 82 00 80 ${'00'.repeat(128)}`],
  ['more than there is', '04 02 00'],
  ['a length of 4 GiB', '04 84 ff ff ff ff'],
  ['a length of five octets', '04 85 01 00 00 00 00'],
  ['something after the end', '05 00 00'],
  ['a tag of several octets', '1f 81 01 00'],
] as const) {
  test(`refused: ${what}`, (t) => {
    t.throws(() => readDer(hex(bytes)), { instanceOf: NotDer })
  })
}

test('a member may not be longer than what it is in', (t) => {
  const outer = readDer(hex('30 03 04 05 00'))
  t.throws(() => [...outer.members()], { instanceOf: NotDer })
})

test('values have one form', (t) => {
  for (const read of [
    () => booleanOf(readDer(hex('01 01 01'))),
    () => booleanOf(readDer(hex('01 02 ff ff'))),
    () => integerOf(readDer(hex('02 00'))),
    () => integerOf(readDer(hex('04 01 00'))),
    () => identifierOf(readDer(hex('06 02 2a 80'))),
    () => identifierOf(readDer(hex('06 03 2a 80 01'))),
    () => identifierOf(readDer(hex('06 00'))),
    () => octetsOf(readDer(hex('03 02 01 00'))),
    () => timeOf(readDer(der.value(0x17, Buffer.from('300101000000+0000')))),
    () => timeOf(readDer(der.value(0x17, Buffer.from('3001010000Z')))),
    () => timeOf(readDer(der.value(0x18, Buffer.from('20300101000000.5Z')))),
    () => timeOf(readDer(der.value(0x17, Buffer.from('301301000000Z')))),
    () => timeOf(readDer(der.value(0x04, Buffer.from('300101000000Z')))),
  ]) {
    t.throws(read, { instanceOf: NotDer }, String(read))
  }
})

test('what is written is read', (t) => {
  for (const number of [0n, 1n, 127n, 128n, 255n, 256n, 2n ** 159n]) {
    t.is(integerOf(readDer(der.integer(number))), number)
  }
  t.is(integerOf(readDer(hex('02 01 ff'))), -1n)
  for (const id of [
    '2.5.4.3',
    '1.2.840.113549.1.1.11',
    '0.9.2342.19200300.100.1.25',
    '2.16.840.1',
  ]) {
    t.is(identifierOf(readDer(der.identifier(id))), id)
  }
  for (const date of ['1950-01-01T00:00:00Z', '2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z']) {
    t.is(timeOf(readDer(der.time(new Date(date)))), Date.parse(date))
  }
  for (const length of [0, 127, 128, 255, 256, 70_000]) {
    t.is(readDer(der.octets(Buffer.alloc(length))).content.length, length)
  }
})

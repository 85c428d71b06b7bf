/** The subject of a mail as people see it: encoded words (RFC 2047) in any charset, on one line. */
import test from 'ava'
import { decodeWords } from 'postal-mime'
import { readSubject } from '../../../transports/smtp/subject.js'

/** What is seen of a field; RFC 2047 §8 has the first ones, in its order. */
const SEEN: readonly (readonly [field: string, subject: string])[] = [
  ['(=?ISO-8859-1?Q?a?=)', '(a)'],
  ['(=?ISO-8859-1?Q?a?= b)', '(a b)'],
  ['(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)', '(ab)'],
  ['(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)', '(ab)'],
  ['(=?ISO-8859-1?Q?a?=     =?ISO-8859-1?Q?b?=)', '(ab)'],
  ['(=?ISO-8859-1?Q?a_b?=)', '(a b)'],
  ['(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)', '(a b)'],
  ['=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?=', 'Keld Jørn Simonsen'],
  [
    '=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?= =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=',
    'If you can read this you understand the example.',
  ],
  ['=?iso-8859-8?b?7eXs+SDv4SDp7Oj08A==?=', 'םולש ןב ילטפנ'],
  ['=?US-ASCII*EN?Q?Keith_Moore?=', 'Keith Moore'],
  ['=?utf-8?B?w6TigqzwnZ+Y?= =?utf-8?B?w6Q=?=', 'ä€𝟘ä'],
  ['=?utf-8?B?w6Q=?= =?utf-8?Q?=C3=A4?= and more', 'ää and more'],
  ['=?ISO-2022-JP?B?GyRCJDMkcyRLJEEkTxsoQg==?=', 'こんにちは'],
  ['=?Shift_JIS?B?grGC8YLJgr+CzQ==?=', 'こんにちは'],
  ['=?gb2312?B?xOO6ww==?=', '你好'],
  ['=?euc-kr?B?vsiz5w==?=', '안녕'],
  ['=?koi8-r?B?8NLJ18XU?=', 'Привет'],
  ['order 7', 'order 7'],
  ['Größe 日本', 'Größe 日本'],
  ['what =?is this', 'what =?is this'],
  ['=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
]

for (const [at, [field, subject]] of SEEN.entries()) {
  test(`subject ${at + 1}: ${field} is ${subject}, as postal-mime has it`, async (t) => {
    t.is(await readSubject(field), subject)
    t.is(decodeWords(field), subject)
  })
}

test('RFC 2047 §2: names of charsets are case-independent, so that a character may begin in one word and end in the next', async (t) => {
  const field = '=?utf-8?Q?=C3?= =?UTF-8?q?=A4?='
  t.is(await readSubject(field), 'ä')
  t.not(decodeWords(field), 'ä')
})

test('RFC 2047 §2: a charset is a token; what has a colon in its place is no encoded word', async (t) => {
  const field = '=?ISO_8859-1:1987?Q?a=E4b?='
  t.is(await readSubject(field), field)
  t.is(decodeWords(field), 'aäb')
})

test('RFC 2047 §6.2: of a charset that nobody knows, what can be read is shown', async (t) => {
  const field = '=?x-unknown?Q?a=E4b?='
  t.is(await readSubject(field), 'a\ufffdb')
  t.is(decodeWords(field), 'aäb')
})

test('nothing ends its line, and no more is read than a line has', async (t) => {
  t.is(await readSubject('=?utf-8?B?DQpCY2M6IGE=?='), '  Bcc: a')
  t.is(await readSubject('a\u0000b\u007fc\td'), 'a b c d')
  t.is(await readSubject('a'.repeat(2000)), 'a'.repeat(998))
  const smiles = '=?utf-8?Q?=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80=F0=9F=98=80?= '.repeat(500)
  t.is(await readSubject(smiles), '😀'.repeat(499))
})

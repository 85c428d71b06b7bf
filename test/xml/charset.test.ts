/** From bytes to text: what says the encoding, in which order, and which bytes it refuses. */
import test from 'ava'
import { decodeText } from '../../src/xml/charset.js'
import { Unreadable, type UnreadableKind } from '../../src/xml/unreadable.js'
import { lengthWithin96MiB } from '../support/confined.js'

const TEXT = '<a>\u00e4\u20ac</a>'

function utf16(text: string, big: boolean): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`

function kindOf(bytes: Uint8Array, charset?: string): UnreadableKind | undefined {
  try {
    decodeText(bytes, charset)
    return undefined
  } catch (error) {
    if (error instanceof Unreadable) return error.kind
    throw error
  }
}

test('without any hint the bytes are UTF-8', (t) => {
  t.is(decodeText(Buffer.from(TEXT)), TEXT)
  t.is(decodeText(Buffer.alloc(0)), '')
})

test('a byte order mark is left out of the text', (t) => {
  t.is(decodeText(Buffer.from(`\ufeff${TEXT}`)), TEXT)
  t.is(decodeText(utf16(`\ufeff${TEXT}`, false)), TEXT)
  t.is(decodeText(utf16(`\ufeff${TEXT}`, true)), TEXT)
})

test('a byte order mark wins over charset and declaration', (t) => {
  const text = `${declared('iso-8859-1')}${TEXT}`
  t.is(decodeText(Buffer.from(`\ufeff${text}`), 'iso-8859-2'), text)
  t.is(decodeText(utf16(`\ufeff${text}`, true), 'utf-8'), text)
})

test('charset wins over the declaration', (t) => {
  const text = `${declared('iso-8859-1')}<a>\u00e4</a>`
  t.is(decodeText(Buffer.from(text), 'UTF-8'), text)
  const latin = `${declared('utf-8')}<a>\u00e4</a>`
  t.is(decodeText(Buffer.from(latin, 'latin1'), 'iso-8859-1'), latin)
})

test('the declaration decides where nothing else does', (t) => {
  const latin1 = `${declared('ISO-8859-1')}<a>\u00e4</a>`
  t.is(decodeText(Buffer.from(latin1, 'latin1')), latin1)
  const single = `<?xml version='1.0' encoding='windows-1252'?><a>`
  t.is(decodeText(Buffer.concat([Buffer.from(single), Buffer.from([0x80])])), `${single}\u20ac`)
})

test('UTF-16 is known by its first bytes, with and without a declaration', (t) => {
  for (const big of [true, false]) {
    t.is(decodeText(utf16(TEXT, big)), TEXT)
    const text = declared('UTF-16') + TEXT
    t.is(decodeText(utf16(text, big)), text)
  }
})

test('charset utf-16 without a mark is big-endian, unless the bytes say otherwise', (t) => {
  t.is(decodeText(utf16(TEXT, true), 'utf-16'), TEXT)
  t.is(decodeText(utf16(TEXT, false), 'utf-16'), TEXT)
  t.is(decodeText(utf16(TEXT, false), 'utf-16le'), TEXT)
  t.is(decodeText(utf16(TEXT, true), 'utf-16be'), TEXT)
})

test('ISO-8859-1 is the standard, not the browsers\u2019 windows-1252', (t) => {
  const bytes = Buffer.from([0x3c, 0x80, 0x9f, 0xe4])
  t.is(decodeText(bytes, 'latin1'), '<\u0080\u009f\u00e4')
  t.is(decodeText(bytes, 'windows-1252'), '<\u20ac\u0178\u00e4')
})

test('every single-byte encoding decodes its own letters', (t) => {
  const cases: readonly (readonly [string, number, string])[] = [
    ['ISO-8859-2', 0xb1, '\u0105'],
    ['windows-1255', 0xe0, '\u05d0'],
    ['cp1256', 0xc7, '\u0627'],
    ['latin2', 0xb1, '\u0105'],
    ['ISO-8859-5', 0xb0, '\u0410'],
    ['iso-8859-7', 0xe1, '\u03b1'],
    ['ISO-8859-15', 0xa4, '\u20ac'],
    ['cp1250', 0xb9, '\u0105'],
    ['windows-1251', 0xc0, '\u0410'],
    ['KOI8-R', 0xe1, '\u0410'],
    ['koi8-u', 0xa4, '\u0454'],
  ]
  for (const [charset, byte, letter] of cases) {
    t.is(decodeText(Buffer.from([byte]), charset), letter, charset)
  }
})

test('an encoding that is not decoded is told from bytes that are wrong', (t) => {
  t.is(kindOf(Buffer.from(TEXT), 'ebcdic-cp-us'), 'encoding')
  t.is(kindOf(Buffer.from(`${declared('x-unheard-of')}<a/>`)), 'encoding')
  t.is(kindOf(Buffer.from(TEXT), 'utf-7'), 'encoding')
  t.is(kindOf(Buffer.from(TEXT), 'constructor'), 'encoding')
  t.is(kindOf(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0])), 'encoding')
  t.is(kindOf(Buffer.from([0, 0, 0xfe, 0xff])), 'encoding')
  t.is(kindOf(Buffer.from([0, 0, 0, 0x3c])), 'encoding')
  t.is(kindOf(Buffer.from([0x3c, 0, 0, 0])), 'encoding')
  t.is(kindOf(Buffer.from([0x4c, 0x6f, 0xa7, 0x94])), 'encoding')
})

test('bytes that the encoding does not allow are refused, never replaced', (t) => {
  const bad: readonly (readonly [string, readonly number[], string | undefined])[] = [
    ['a lone continuation', [0x3c, 0x80], undefined],
    ['a cut sequence', [0x3c, 0xe2, 0x82], undefined],
    ['an overlong form', [0xc0, 0xaf], undefined],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80], undefined],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], undefined],
    ['eight bits in ASCII', [0x3c, 0x80], 'us-ascii'],
    ['half a UTF-16 unit', [0xfe, 0xff, 0x00, 0x3c, 0x00], undefined],
    ['a lone UTF-16 surrogate', [0xd8, 0x00, 0x00, 0x3c], 'utf-16be'],
  ]
  for (const [what, bytes, charset] of bad) {
    t.is(kindOf(Buffer.from(bytes), charset), 'malformed', what)
  }
})

test('a declaration that contradicts the width of the bytes is refused', (t) => {
  t.is(kindOf(utf16(`${declared('utf-8')}<a/>`, true)), 'malformed')
  t.is(kindOf(utf16(`${declared('iso-8859-1')}<a/>`, false)), 'malformed')
  t.is(kindOf(Buffer.from(`${declared('utf-16')}<a/>`)), 'malformed')
})

test('a declaration of any length names the encoding', (t) => {
  for (const blanks of [' '.repeat(300), '\r\n\t'.repeat(1000)]) {
    const long = `<?xml version="1.0"${blanks}encoding="ISO-8859-1"${blanks}?>`
    t.is(decodeText(Buffer.from(`${long}<a>\u00e4</a>`, 'latin1')), `${long}<a>\u00e4</a>`)
    t.is(kindOf(utf16(`${long}<a/>`, true)), 'malformed')
    t.is(kindOf(utf16(`${long}<a/>`, false)), 'malformed')
    const wide = long.replace('ISO-8859-1', 'UTF-16')
    t.is(decodeText(utf16(`${wide}<a/>`, true)), `${wide}<a/>`)
    t.is(kindOf(Buffer.from(long.replace('ISO-8859-1', 'x-unheard-of'))), 'encoding')
  }
})

test('bytes that stand for nothing in windows-125x are refused', (t) => {
  const unassigned: Readonly<Record<string, readonly number[]>> = {
    'windows-1250': [0x81, 0x83, 0x88, 0x90, 0x98],
    'windows-1251': [0x98],
    'windows-1252': [0x81, 0x8d, 0x8f, 0x90, 0x9d],
    'windows-1253': [
      0x81, 0x88, 0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x98, 0x9a, 0x9c, 0x9d, 0x9e, 0x9f, 0xaa,
      0xd2, 0xff,
    ],
    'windows-1254': [0x81, 0x8d, 0x8e, 0x8f, 0x90, 0x9d, 0x9e],
    'windows-1255': [
      0x81, 0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x9a, 0x9c, 0x9d, 0x9e, 0x9f, 0xca, 0xd9, 0xda,
      0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xfb, 0xfc, 0xff,
    ],
    'windows-1256': [],
    'windows-1257': [0x81, 0x83, 0x88, 0x8a, 0x8c, 0x90, 0x98, 0x9a, 0x9c, 0x9f, 0xa1, 0xa5],
  }
  for (const [charset, bytes] of Object.entries(unassigned)) {
    for (let byte = 0x80; byte <= 0xff; byte += 1) {
      const kind = bytes.includes(byte) ? 'malformed' : undefined
      t.is(kindOf(Buffer.from([0x3c, byte]), charset), kind, `${charset} ${byte.toString(16)}`)
    }
  }
})

test('every encoding that is listed can be decoded', (t) => {
  const names = [1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15].map((part) => `iso-8859-${part}`)
  for (const charset of [...names, 'koi8-r', 'koi8-u']) {
    t.is(decodeText(Buffer.from('<a/>'), charset), '<a/>', charset)
  }
  t.is(kindOf(Buffer.from('<a/>'), 'iso-8859-16'), 'encoding')
})

test('what looks like a declaration further on decides nothing', (t) => {
  const text = `<a x='${declared('iso-8859-1').replace('<', '')}'>\u00e4</a>`
  t.is(decodeText(Buffer.from(text)), text)
})

test('bytes from the middle of a buffer are read from there', (t) => {
  const whole = Buffer.from(`xx${TEXT}yy`)
  t.is(decodeText(whole.subarray(2, whole.length - 2)), TEXT)
  t.is(decodeText(new Uint8Array(whole).subarray(2, whole.length - 2), 'latin1').length, 12)
})

test('windows-1252 that is nothing but its own characters is decoded within a few times its size', async (t) => {
  const module = new URL('../../src/xml/charset.js', import.meta.url)
  const call = "module.decodeText(Buffer.alloc(10_000_000, 0x80), 'windows-1252')"
  t.is(await lengthWithin96MiB(module, call), 10_000_000)
})

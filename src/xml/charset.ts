/** Decodes the bytes of a message: by its byte order mark, else the charset parameter, else the declaration. */
import { isAscii } from 'node:buffer'
import { declaredName } from './declaration.js'
import { Unreadable } from './unreadable.js'

/** Encodings by their IANA names and the aliases seen in messages; the value names the decoder. */
const ENCODINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'utf-8': ['utf8', 'unicode-1-1-utf-8'],
    'utf-16': ['utf16', 'iso-10646-ucs-2'],
    'utf-16le': [],
    'utf-16be': [],
    'us-ascii': ['ascii', 'iso646-us', 'ansi_x3.4-1968'],
    'iso-8859-1': ['latin1', 'iso_8859-1', 'l1', 'iso8859-1'],
    'iso-8859-2': ['latin2'],
    'iso-8859-3': [],
    'iso-8859-4': [],
    'iso-8859-5': ['cyrillic'],
    'iso-8859-6': [],
    'iso-8859-7': ['greek'],
    'iso-8859-8': [],
    'iso-8859-10': [],
    'iso-8859-13': [],
    'iso-8859-14': [],
    'iso-8859-15': ['latin9', 'latin-9'],
    'windows-1250': ['cp1250'],
    'windows-1251': ['cp1251'],
    'windows-1252': ['cp1252'],
    'windows-1253': ['cp1253'],
    'windows-1254': ['cp1254'],
    'windows-1255': ['cp1255'],
    'windows-1256': ['cp1256'],
    'windows-1257': ['cp1257'],
    'koi8-r': [],
    'koi8-u': [],
  }).flatMap(([name, aliases]) => [name, ...aliases].map((alias) => [alias, name] as const)),
)

/** A document's text, and the bytes that it was decoded from, where one can be looked for in the other. */
export interface Source {
  /** Without its byte order mark. */
  readonly text: string
  /** Valid UTF-8, each byte of the text and no other; undefined for another encoding. */
  readonly utf8?: Buffer | undefined
  /** True if every character is one byte of `utf8`: offsets are the same in both. */
  readonly ascii?: boolean | undefined
}

/** Decodes the bytes of an XML document: see `decodeSource`. */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  return decodeSource(bytes, charset).text
}

/**
 * Decodes the bytes of an XML document.
 *
 * @param bytes    the message as it came
 * @param charset  the `charset` parameter of its media type, if it had one
 * @throws Unreadable `encoding` for an encoding this node does not decode, `malformed` for bytes
 *   that the encoding does not allow
 *
 * RFC 7303 §3: "a BOM ... is authoritative if it is present"; then the charset parameter; then
 * what the document says about itself (XML 1.0 §4.3.3).
 */
export function decodeSource(bytes: Uint8Array, charset?: string): Source {
  const marked = encodingByMark(bytes)
  if (marked) return decode(bufferOf(bytes.subarray(marked.length)), marked.encoding)
  if (charset !== undefined) return decode(bufferOf(bytes), encodingOf(charset), 'utf-16be')
  return decode(bufferOf(bytes), declaredEncoding(bytes))
}

function encodingByMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (a === 0xff && b === 0xfe) {
    if (c === 0 && d === 0) throw unknownEncoding('utf-32le')
    return { encoding: 'utf-16le', length: 2 }
  }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 }
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) throw unknownEncoding('utf-32be')
  return undefined
}

/** XML 1.0 Appendix F: the first four bytes tell the family, the declaration tells the rest. */
function declaredEncoding(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes
  if (a === 0 && b === 0 && c === 0) throw unknownEncoding('utf-32be')
  if (a === 0x3c && b === 0 && c === 0 && d === 0) throw unknownEncoding('utf-32le')
  if (a === 0x4c && b === 0x6f && c === 0xa7 && d === 0x94) throw unknownEncoding('ebcdic')
  const family = a === 0x3c && b === 0 ? 'utf-16le' : a === 0 && b === 0x3c ? 'utf-16be' : 'utf-8'
  const wide = family !== 'utf-8'
  const name = declaredName(declarationIn(bytes, family))
  if (name === undefined) return family
  const encoding = encodingOf(name)
  if (wide !== encoding.startsWith('utf-16')) {
    throw new Unreadable(
      'malformed',
      `the declaration says ${encoding}, the bytes are ${wide ? family : 'one byte a character'}`,
    )
  }
  return wide ? family : encoding
}

const MARKS = {
  'utf-8': ['<?', '?>'],
  'utf-16le': ['<\0?\0', '?\0>\0'],
  'utf-16be': ['\0<\0?', '\0?\0>'],
}

/** What stands before the first `?>`, if it may be a declaration: it is ASCII in every family. */
function declarationIn(bytes: Uint8Array, family: keyof typeof MARKS): string {
  const buffer = bufferOf(bytes)
  const [begin = '', end = ''] = MARKS[family]
  if (buffer.toString('latin1', 0, begin.length) !== begin) return ''
  const length = buffer.indexOf(end, 0, 'latin1')
  return length === -1 ? '' : new TextDecoder(family).decode(bytes.subarray(0, length))
}

function encodingOf(name: string): string {
  const encoding = ENCODINGS.get(name.toLowerCase())
  if (encoding === undefined) throw unknownEncoding(name)
  return encoding
}

function unknownEncoding(name: string): Unreadable {
  return new Unreadable('encoding', `the character encoding ${name.slice(0, 40)} is not supported`)
}

/** Its text is a copy of the bytes, which is made when somebody asks for it. */
class Ascii implements Source {
  readonly utf8: Buffer
  readonly ascii = true
  #text: string | undefined

  constructor(utf8: Buffer) {
    this.utf8 = utf8
  }

  get text(): string {
    this.#text ??= this.utf8.toString('latin1')
    return this.#text
  }
}

function decode(bytes: Buffer, encoding: string, utf16?: string): Source {
  if (encoding !== 'utf-8' && encoding !== 'us-ascii')
    return { text: other(bytes, encoding, utf16) }
  // Most messages are ASCII: a look finds that out, and the text is a copy of the bytes.
  if (isAscii(bytes)) return new Ascii(bytes)
  if (encoding === 'us-ascii') throw badBytes(encoding)
  return { text: fatal(bytes, encoding), utf8: bytes, ascii: false }
}

function other(bytes: Buffer, encoding: string, utf16 = 'utf-16le'): string {
  switch (encoding) {
    // The label means windows-1252 to a browser's decoder; here it means the standard itself.
    case 'iso-8859-1':
      return bytes.toString('latin1')
    // Node 20's decoder takes it for ISO-8859-1.
    case 'windows-1252':
      return assigned(windows1252(bytes), encoding)
    case 'windows-1250':
    case 'windows-1251':
    case 'windows-1253':
    case 'windows-1254':
    case 'windows-1255':
    case 'windows-1256':
    case 'windows-1257':
      return assigned(fatal(bytes, encoding), encoding)
    // RFC 2781 §4.3: without a mark, "utf-16" is big-endian unless the bytes say otherwise.
    case 'utf-16':
      return fatal(bytes, bytes[0] === 0x3c && bytes[1] === 0 ? 'utf-16le' : utf16)
    default:
      return fatal(bytes, encoding)
  }
}

/** What windows-1252 has in place of the control characters of ISO-8859-1; five are unassigned. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/** A loop over bytes: most of ten million bytes may be such control characters. */
function windows1252(bytes: Uint8Array): string {
  const units = Buffer.allocUnsafe(2 * bytes.length)
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    const unit = byte < 0x80 || byte > 0x9f ? byte : WINDOWS_1252.charCodeAt(byte - 0x80)
    units[2 * index] = unit & 0xff
    units[2 * index + 1] = unit >> 8
  }
  return units.toString('utf16le')
}

/** Made once: it keeps nothing of what it has decoded. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function fatal(bytes: Uint8Array, encoding: string): string {
  try {
    const decoder =
      encoding === 'utf-8' ? UTF_8 : new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    return decoder.decode(bytes)
  } catch {
    throw badBytes(encoding)
  }
}

/** Letters that decoders, some in later versions of Node.js only, make of bytes that stand for nothing. */
const UNASSIGNED: Readonly<Record<string, RegExp>> = {
  'windows-1253': /[\u0080-\u009f\u00aa]/,
  'windows-1255': /[\u0080-\u009f\u05ba]/,
}

/** Decoders make control characters, and in two cases a letter, of bytes that stand for nothing in windows-125x. */
function assigned(text: string, encoding: string): string {
  const unassigned = UNASSIGNED[encoding] ?? /[\u0080-\u009f]/
  if (unassigned.test(text)) throw badBytes(encoding)
  return text
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function badBytes(encoding: string): Unreadable {
  return new Unreadable('malformed', `the bytes are not valid ${encoding}`)
}

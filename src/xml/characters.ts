/** The character classes of XML 1.0: what a document, a name and white space are made of. */
import { PORTION, type Walk } from './walk.js'

const CR = 0x0d
const LF = 0x0a
const NAME_START = 1
const NAME_REST = 2

/** XML 1.0 §2.3 [4], as pairs of the first and the last one; `:` is one here, namespaces.ts checks it. */
const STARTS = [
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
] as const

/** XML 1.0 §2.3 [4a], what it adds to [4]. */
const RESTS = [
  [0x2d, 0x2e],
  [0x30, 0x39],
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
] as const

/** Classes of the characters below U+10000. */
const CLASSES = new Uint8Array(0x1_0000)
for (const [first, last] of RESTS) CLASSES.fill(NAME_REST, first, last + 1)
for (const [first, last] of STARTS) CLASSES.fill(NAME_START | NAME_REST, first, last + 1)

/** Beyond, U+10000 to U+EFFFF are in [4]: pairs of surrogates that begin with U+D800 to U+DB7F. */
function isPairOfName(text: string, at: number): boolean {
  const high = text.charCodeAt(at)
  if (high < 0xd800 || high > 0xdb7f) return false
  const low = text.charCodeAt(at + 1)
  return low >= 0xdc00 && low <= 0xdfff
}

/** XML 1.0 §2.2: what no document can hold, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** The same in UTF-16 units: it matches every surrogate, and then the slow pattern decides. */
const SUSPICIOUS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/

/** Offset of the first character that XML 1.0 does not allow; -1 if there is none. */
export function forbiddenCharacter(text: string): number {
  return SUSPICIOUS.test(text) ? text.search(FORBIDDEN) : -1
}

/** The same for a text of any length. */
export function* lookingForForbidden(text: string): Walk<number> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOfPiece(text, start, text.length, false)
    const forbidden = forbiddenCharacter(text.slice(start, end))
    if (forbidden !== -1) return start + forbidden
    if (end < text.length) yield
  }
  return -1
}

/**
 * Offset just past the Name at `start`; `start` itself if there is none.
 *
 * @param most  characters to look at. Default: all
 */
export function endOfName(text: string, start: number, most = text.length): number {
  return endOf(NAME_START, text, start, Math.min(text.length, start + most))
}

function endOf(first: number, text: string, start: number, last: number): number {
  let at = start
  let wanted = first
  while (at < last) {
    if (((CLASSES[text.charCodeAt(at)] ?? 0) & wanted) !== 0) at += 1
    else if (isPairOfName(text, at)) at += 2
    else break
    wanted = NAME_REST
  }
  return at
}

/** True for an NCName: a Name without a colon, as the part behind a prefix must be. */
export function isNcName(name: string): boolean {
  return name !== '' && !name.includes(':') && endOfName(name, 0) === name.length
}

/** True for an Nmtoken (XML 1.0 §2.3 [7]): characters of names, in any order. */
export function isNmtoken(text: string): boolean {
  return text !== '' && endOf(NAME_REST, text, 0, text.length) === text.length
}

/** Offset of the first character at or after `start` that is not white space (XML 1.0 §2.3 [3]). */
export function skipSpace(text: string, start: number): number {
  let at = start
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Replaces the references in a text: to characters, and to the five entities every XML document has.
 * A document without DTD has no others (XML 1.0 §4.1, §4.6).
 *
 * @returns undefined if one is not well-formed or names anything else
 */
export function expandReferences(text: string): string | undefined {
  if (!text.includes('&')) return text
  const parts = text.split('&')
  for (let index = 1; index < parts.length; index += 1) {
    const part = parts[index] ?? ''
    const end = part.indexOf(';')
    const character = end === -1 ? undefined : referenced(part.slice(0, end))
    if (character === undefined) return undefined
    parts[index] = character + part.slice(end + 1)
  }
  return parts.join('')
}

function referenced(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES.get(name)
  const hexadecimal = /^#x([0-9A-Fa-f]+)$/.exec(name)?.[1]
  const decimal = /^#([0-9]+)$/.exec(name)?.[1]
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : decimal ? Number(decimal) : -1
  // XML 1.0 §4.1: "Characters referred to using character references MUST match the production for
  // Char."
  if (!(code >= 0 && code <= 0x10ffff)) return undefined
  const character = String.fromCodePoint(code)
  return FORBIDDEN.test(character) ? undefined : character
}

/** XML 1.0 §2.11: every line end reaches the application as a single LF. */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? replaceEach(replaceEach(text, '\r\n', '\n'), '\r', '\n') : text
}

/** XML 1.0 §3.3.3: white space in an attribute's value becomes spaces, a CR LF being one. */
export function normalizeAttribute(value: string): string {
  return /[\t\n\r]/.test(value)
    ? ['\r\n', '\r', '\n', '\t'].reduce((text, space) => replaceEach(text, space, ' '), value)
    : value
}

/**
 * Replaces every occurrence of a string. `replaceAll` makes a string of as many parts as it
 * finds occurrences, and a peer's text can consist of nothing else.
 */
export function replaceEach(text: string, each: string, by: string): string {
  return text.includes(each) ? text.split(each).join(by) : text
}

/**
 * Where a piece of a text may end, so that long text is read and written piece by piece: no pair of
 * surrogates, no CR LF and no reference is in two pieces.
 *
 * @param start  offset of the piece
 * @param end    offset just past the text
 * @param references  true if an `&` begins a reference
 */
export function endOfPiece(text: string, start: number, end: number, references: boolean): number {
  let at = start + PORTION
  if (at >= end) return end
  if (references) {
    const begun = text.slice(start, at).lastIndexOf('&')
    if (begun !== -1) at = Math.max(at, text.indexOf(';', start + begun) + 1)
  }
  const last = text.charCodeAt(at - 1)
  const pair = last === CR ? text.charCodeAt(at) === LF : last >= 0xd800 && last <= 0xdbff
  return Math.min(end, pair ? at + 1 : at)
}

/** A name, short enough for an error message. */
export function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}

/** The character classes of XML 1.0: what a document, a name and white space are made of. */

import { PORTION } from './walk.js'

const CR = 0x0d
const LF = 0x0a
const NAME_START = 1
const NAME_REST = 2

/** Classes of the ASCII characters; `:` is a name character here, namespaces.ts checks it. */
const ASCII = new Uint8Array(128)
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code)
  if (/[A-Za-z_:]/.test(character)) ASCII[code] = NAME_START | NAME_REST
  else if (/[-.0-9]/.test(character)) ASCII[code] = NAME_REST
}

/** XML 1.0 §2.3 [4], beyond ASCII. */
const NAME_START_CHAR =
  /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]/u

/** XML 1.0 §2.3 [4a], what it adds to [4] beyond ASCII: middle dot, combining marks, two ties. */
const NAME_REST_CHAR = /\u00b7|[\u203f\u2040]|[\u{300}-\u{36f}]/u

/** XML 1.0 §2.2: what no document can hold, not even as a reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** The same in UTF-16 units: it matches every surrogate, and then the slow pattern decides. */
const SUSPICIOUS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/

/** Offset of the first character that XML 1.0 does not allow; -1 if there is none. */
export function forbiddenCharacter(text: string): number {
  return SUSPICIOUS.test(text) ? text.search(FORBIDDEN) : -1
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
    const code = text.charCodeAt(at)
    if (code < 128) {
      if (((ASCII[code] ?? 0) & wanted) === 0) break
      at += 1
    } else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
      const rest = wanted === NAME_REST && NAME_REST_CHAR.test(character)
      if (!rest && !NAME_START_CHAR.test(character)) break
      at += character.length
    }
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

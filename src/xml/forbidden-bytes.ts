/** Looks in the bytes of a text for characters that XML does not allow: several times faster than in the text. */

import { lookingForForbidden } from './characters.js'
import type { Source } from './charset.js'
import type { Walk } from './walk.js'

/** Bytes of a text in which the pattern is faster. */
const SHORT = 1024
/** Bytes of a portion: much below a millisecond of work. */
const LOOK = 256 * 1024

/** Offset of the first character of a text that XML 1.0 does not allow; -1 if there is none. */
export function* lookingThrough(source: Source): Walk<number> {
  const { utf8, ascii = false } = source
  if (!utf8 || utf8.length < SHORT) return yield* lookingForForbidden(source.text)
  for (let start = 0, end = 0; start < utf8.length; start = end) {
    end = Math.min(start + LOOK, utf8.length)
    if (!isAllowed(utf8, start, end, ascii)) return yield* lookingForForbidden(source.text)
    if (end < utf8.length) yield
  }
  return -1
}

/** U+FFFE and U+FFFF in UTF-8 (XML 1.0 §2.2 [2] ends with U+FFFD); a valid text has no surrogates. */
const NONCHARACTERS = [Buffer.from([0xef, 0xbf, 0xbe]), Buffer.from([0xef, 0xbf, 0xbf])] as const

/** Bytes of a word that are below U+0020: `x < n` for each byte, as in "Bit Twiddling Hacks". */
const SPACES = 0x20202020
const HIGH = 0x80808080

const WORD = 4
/** Words that are looked at together. */
const BLOCK = 8

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20

/**
 * True if there is none of them (XML 1.0 §2.2) in a part of a text.
 *
 * @param utf8   valid UTF-8
 * @param end    offset just past the part
 * @param ascii  true if every byte of it is below 0x80
 */
export function isAllowed(utf8: Buffer, start: number, end: number, ascii: boolean): boolean {
  if (!ascii) {
    // One that ends in this part may begin before it.
    const part = utf8.subarray(Math.max(0, start - 2), end)
    if (NONCHARACTERS.some((bytes) => part.includes(bytes))) return false
  }
  const aligned = start + ((WORD - ((utf8.byteOffset + start) % WORD)) % WORD)
  if (end - aligned < WORD * BLOCK) return areAllowed(utf8, start, end)
  const count = (end - aligned) >> 2
  const words = new Int32Array(utf8.buffer, utf8.byteOffset + aligned, count)
  const tail = aligned + WORD * (count - (count % BLOCK))
  return (
    areAllowed(utf8, start, aligned) &&
    areWordsAllowed(words, count - (count % BLOCK)) &&
    areAllowed(utf8, tail, end)
  )
}

/** @param count  of words, a multiple of a block's */
function areWordsAllowed(words: Int32Array, count: number): boolean {
  for (let at = 0; at < count; at += BLOCK) {
    if (blockControls(words, at) !== 0 && !isBlockAllowed(words, at)) return false
  }
  return true
}

/** Not zero if a byte of the block is below U+0020, as that of a line end is. */
function blockControls(words: Int32Array, at: number): number {
  return (
    controls(words[at] ?? 0) |
    controls(words[at + 1] ?? 0) |
    controls(words[at + 2] ?? 0) |
    controls(words[at + 3] ?? 0) |
    controls(words[at + 4] ?? 0) |
    controls(words[at + 5] ?? 0) |
    controls(words[at + 6] ?? 0) |
    controls(words[at + 7] ?? 0)
  )
}

function controls(word: number): number {
  return (word - SPACES) & ~word & HIGH
}

function isBlockAllowed(words: Int32Array, start: number): boolean {
  for (let at = start; at < start + BLOCK; at += 1) {
    const word = words[at] ?? 0
    if (controls(word) === 0) continue
    for (let shift = 0; shift < 32; shift += 8) {
      if (!isByteAllowed((word >>> shift) & 0xff)) return false
    }
  }
  return true
}

function areAllowed(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!isByteAllowed(bytes[at] ?? 0)) return false
  return true
}

function isByteAllowed(byte: number): boolean {
  return byte >= SPACE || byte === LF || byte === TAB || byte === CR
}

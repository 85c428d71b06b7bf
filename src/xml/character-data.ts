/** Character data as the reader takes it: what of it is plain, and how much work it is. */
import { PORTION } from './walk.js'

/** Character data of which the reader has taken a piece, and not the rest. */
export interface Rest {
  /** Offset just past it: in the document for `long` text, else in the window. */
  readonly end: number
  /** Offset just past its markup: that of `]]>`, in a CDATA section. */
  readonly after: number
  /** `text` may hold references, and `long` text too, which is taken from the bytes; CDATA holds none. */
  readonly kind: 'text' | 'cdata' | 'long'
}

/** What makes character data another text than it is, or is not allowed in it. */
const TO_LOOK_AT = /[&\r\]]/

/** True for character data that is what it stands for. */
export function isPlain(text: string): boolean {
  if (text.length <= PORTION) return !TO_LOOK_AT.test(text)
  return !text.includes('&') && !text.includes('\r') && !text.includes(']]>')
}

/** Native code passes over so many characters in the time of one that is looked at here. */
const PASSED = 16
/** Work for each character by which a reference is longer than what it stands for. */
const EXPANDED = 16

/**
 * How much less work than markup of its length it was.
 *
 * @param length    characters in the document
 * @param expanded  characters that it stands for
 */
export function savedWork(length: number, expanded: number): number {
  return length - Math.ceil(length / PASSED) - EXPANDED * (length - expanded)
}

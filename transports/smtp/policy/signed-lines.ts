/** What the library for DKIM is given of a mail: lines that it can read in bounded memory and time. */
import { randomId } from '#transport/time'

/** Bytes of a line: the library goes over what it has of one with each piece that comes. */
const LONGEST_LINE = 1024 ** 2
/** Bytes of blanks and line breaks in a row: it keeps each blank line until another one follows. */
const MOST_BLANKS = 64 * 1024

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const TAB = 0x09

/**
 * No program writes longer ones. In place of the first of them, and of all behind it, stands something that nobody can
 * know: no signature covers that, and one that ends before it does not cover the whole mail.
 */
export async function* signedLines(mail: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let line = 0
  let blanks = 0
  for await (const piece of mail) {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]
      line = byte === LF ? 0 : line + 1
      blanks = byte === SPACE || byte === LF || byte === CR || byte === TAB ? blanks + 1 : 0
      if (line <= LONGEST_LINE && blanks <= MOST_BLANKS) continue
      yield piece.subarray(0, at)
      yield Buffer.from(randomId())
      return
    }
    yield piece
  }
}

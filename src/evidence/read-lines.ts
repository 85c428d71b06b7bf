/** Reads the lines of a file of evidence one after the other, as bytes. */
import { createReadStream } from 'node:fs'

export interface ReadLine {
  /** Without the newline. */
  readonly bytes: Buffer
  /** Where it begins in the file, in bytes. */
  readonly at: number
  /** False for what stands behind the last newline. */
  readonly whole: boolean
}

const NEWLINE = 0x0a
/** Bytes that are read at a time. */
const PIECE = 256 * 1024

export async function* linesOf(path: string): AsyncGenerator<ReadLine> {
  let parts: Buffer[] = []
  let at = 0
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: PIECE })
  for await (const piece of stream) {
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      const bytes = joined([...parts, piece.subarray(from, end)])
      yield { bytes, at, whole: true }
      at += bytes.length + 1
      parts = []
      from = end + 1
    }
    if (from < piece.length) parts.push(piece.subarray(from))
  }
  if (parts.length > 0) yield { bytes: joined(parts), at, whole: false }
}

function joined(parts: readonly Buffer[]): Buffer {
  const [only] = parts
  return only && parts.length === 1 ? only : Buffer.concat(parts)
}

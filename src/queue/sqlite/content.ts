/** The bytes of jobs and of their answers in the file, in pieces, each checked when it is read. */
import { crc32 } from 'node:zlib'
import { piecesOf } from '../content.js'
import type { Transaction } from './transaction.js'

/** What the bytes belong to. */
export type Part = 'content' | 'answer'

/** Pieces of one job, those of its answer in the upper half. */
const SPAN = 2 ** 20
const HALF = 2 ** 19

function startOf(seq: number, part: Part): number {
  return seq * SPAN + (part === 'answer' ? HALF : 0)
}

export function putBytes(tx: Transaction, seq: number, part: Part, bytes: Uint8Array): void {
  const insert = tx.sql('INSERT INTO content (at, bytes) VALUES (?, ?)')
  for (const [index, piece] of piecesOf(bytes).entries()) {
    insert.run(startOf(seq, part) + index, piece)
  }
}

export function checksumOf(bytes: Uint8Array): number {
  return crc32(bytes)
}

/** @returns undefined if not all bytes are there, or not as they were */
export function getBytes(
  tx: Transaction,
  seq: number,
  part: Part,
  { bytes, checksum }: { readonly bytes: number; readonly checksum: number },
): Uint8Array | undefined {
  const start = startOf(seq, part)
  const pieces = tx
    .sql('SELECT bytes FROM content WHERE at >= ? AND at < ? ORDER BY at')
    .all(start, start + HALF)
    .map((row): Uint8Array => row.bytes)
  const [first = new Uint8Array()] = pieces
  const whole = pieces.length <= 1 ? first : Buffer.concat(pieces)
  return whole.length === bytes && crc32(whole) === checksum ? whole : undefined
}

/** @returns what of the bytes of all jobs is not there as it was, a sentence each */
export function contentFaults(tx: Transaction): readonly string[] {
  const faults: string[] = []
  const rows = tx
    .sql('SELECT seq, id, bytes, checksum, answer_bytes, answer_checksum FROM job')
    .iterate()
  for (const row of rows) {
    const { seq, id, answer_bytes: bytes, answer_checksum: checksum } = row
    if (!getBytes(tx, seq, 'content', row)) faults.push(`what came as job ${id} is not whole`)
    if (!getBytes(tx, seq, 'answer', { bytes, checksum })) {
      faults.push(`the answer of job ${id} is not whole`)
    }
    if (faults.length >= MOST_FAULTS) break
  }
  return faults
}

const MOST_FAULTS = 20

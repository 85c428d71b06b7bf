/** The bytes of attachments in the file: written before the job that has them, removed after the last one. */
import { crc32 } from 'node:zlib'
import { PIECE } from '../pieces.js'
import { Refused } from './failures.js'
import type { Transaction } from './transaction.js'

/** Pieces of one blob. */
const SPAN = 2 ** 20
/** Pieces that are removed in one transaction: no commit takes long. */
const REMOVED = 8

/**
 * Begins a blob, which belongs to this process until a job has it.
 *
 * @throws Refused if there is no room
 */
export function beginBlob(tx: Transaction, size: number, maxBytes: number): number {
  const kept = tx.tally('blob bytes')
  if (kept + size > maxBytes) throw new Refused('full', `${kept} bytes of attachments are kept`)
  const { lastInsertRowid } = tx
    .sql('INSERT INTO blob (owner, size) VALUES (?, ?)')
    .run(tx.owner, size)
  return Number(lastInsertRowid)
}

/** @throws Refused if it was given up meanwhile */
export function putPiece(tx: Transaction, blob: number, number: number, bytes: Uint8Array): void {
  const own = tx.sql('SELECT 1 FROM blob WHERE id = ? AND owner = ? AND uses = 0')
  if (!own.get(blob, tx.owner)) throw new Refused('unavailable', 'an attachment was given up')
  tx.sql('INSERT INTO piece (at, checksum, bytes) VALUES (?, ?, ?)').run(
    blob * SPAN + number,
    crc32(bytes),
    bytes,
  )
}

/** @returns undefined if it is not there as it was */
export function getPiece(tx: Transaction, blob: number, number: number): Uint8Array | undefined {
  const found = tx.sql('SELECT checksum, bytes FROM piece WHERE at = ?').get(blob * SPAN + number)
  return found && crc32(found.bytes) === found.checksum ? found.bytes : undefined
}

/** True if all are there, so that a job can have them. */
export function areThere(tx: Transaction, blobs: readonly number[]): boolean {
  const there = tx.sql('SELECT 1 FROM blob WHERE id = ? AND (uses > 0 OR owner = ?)')
  return blobs.every((blob) => there.get(blob, tx.owner))
}

/** Gives a job blobs, which are kept as long as it is. */
export function attach(tx: Transaction, seq: number, blobs: readonly number[]): void {
  const insert = tx.sql('INSERT OR IGNORE INTO attached (job, blob) VALUES (?, ?)')
  for (const blob of blobs) insert.run(seq, blob)
}

/** Has one removed that no job has. */
export function dropBlob(tx: Transaction, blob: number): void {
  tx.sql('UPDATE blob SET owner = NULL WHERE id = ? AND uses = 0').run(blob)
}

/** A blob that no job has, and no living process writes; undefined if there is none. */
function unusedBlob(tx: Transaction): number | undefined {
  return tx
    .sql(
      `SELECT id FROM blob WHERE uses = 0 AND (owner IS NULL OR owner NOT IN (SELECT id FROM process))
       LIMIT 1`,
    )
    .get()?.id
}

export function hasUnused(tx: Transaction): boolean {
  return unusedBlob(tx) !== undefined
}

/** Removes some of what no job has. @returns false if there is nothing more to remove */
export function removeUnused(tx: Transaction): boolean {
  const blob = unusedBlob(tx)
  if (blob === undefined) return false
  const { changes } = tx
    .sql(
      `DELETE FROM piece WHERE at IN (SELECT at FROM piece WHERE at >= ? AND at < ? LIMIT ${REMOVED})`,
    )
    .run(blob * SPAN, (blob + 1) * SPAN)
  if (changes < REMOVED) tx.sql('DELETE FROM blob WHERE id = ?').run(blob)
  return true
}

/** @returns what of the bytes that jobs have is not there as it was, a sentence each */
export function* blobFaults(tx: Transaction): Generator<string> {
  const rows = tx.sql('SELECT id, size FROM blob WHERE uses > 0').iterate()
  for (const { id, size } of rows) {
    for (let number = 0; number * PIECE < size; number += 1) {
      const piece = getPiece(tx, id, number)
      if (piece?.length === Math.min(PIECE, size - number * PIECE)) continue
      yield `an attachment is incomplete: ${id}`
      break
    }
  }
}

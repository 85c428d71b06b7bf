/** Bytes in Redis: a hash of numbered pieces, so that no value is larger than Redis takes. */
import type { Connection } from '../../redis/connect.js'
import { PIECE } from '../pieces.js'

/** Milliseconds for which content waits for its job to be added. */
export const UNADDED = 600_000

/** @param start  number of the first one */
export async function putPieces(
  redis: Connection,
  key: string,
  pieces: readonly Uint8Array[],
  start: number,
): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    await redis.hset(key, String(start + index), Buffer.from(piece))
    // Whoever adds it may end before the job is there; an answer belongs to a job that is.
    if (start + index === 0) await redis.pexpire(key, UNADDED)
  }
}

/** @returns fewer bytes than there should be if some are lost */
export async function readPieces(redis: Connection, key: string, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let index = 0; index < countOf(length); index += 1) {
    const piece = await redis.hgetBuffer(key, String(index))
    if (piece) pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** How many bytes there are, without reading them. */
export async function sizeOfPieces(
  redis: Connection,
  key: string,
  length: number,
): Promise<number> {
  let sum = 0
  for (let index = 0; index < countOf(length); index += 1) {
    sum += await redis.hstrlen(key, String(index))
  }
  return sum
}

function countOf(length: number): number {
  return Math.max(1, Math.ceil(length / PIECE))
}

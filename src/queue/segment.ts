/** One file of the accept journal: appended to and synced, read back, dropped. */
import { type FileHandle, open, readdir, readFile, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { WaybillError } from '../errors.js'
import { decodeRecord, type JournalRecord } from './record.js'
import { syncPath } from './sync-path.js'

const NAME = /^(\d{12})\.journal$/

/** Numbers of the segments in a folder, oldest first. */
export async function segmentsIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder)
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, two) => one - two)
}

export function segmentFile(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(12, '0')}.journal`)
}

export interface SegmentContent {
  readonly records: readonly JournalRecord[]
  /** Bytes up to the end of the last whole record. */
  readonly whole: number
  readonly bytes: number
  /** Why what comes after them is no record; undefined if nothing does. */
  readonly torn: string | undefined
}

/** @throws WaybillError WAYBILL_JOURNAL_DAMAGED for a record that this version does not know */
export async function readSegment(file: string): Promise<SegmentContent> {
  const bytes = await readFile(file)
  const records: JournalRecord[] = []
  let whole = 0
  while (whole < bytes.length) {
    const decoded = decodeRecord(bytes, whole)
    if ('foreign' in decoded) throw damaged(file, whole, decoded.foreign)
    if ('torn' in decoded) return { records, whole, bytes: bytes.length, torn: decoded.torn }
    records.push(decoded.record)
    whole = decoded.end
  }
  return { records, whole, bytes: bytes.length, torn: undefined }
}

/** What is wrong with a segment that no crash explains. */
export function damaged(file: string, offset: number, what: string): WaybillError {
  return new WaybillError('WAYBILL_JOURNAL_DAMAGED', `${file}: at byte ${offset} ${what}`)
}

/** Cuts a torn tail off, durably. */
export async function cutSegment(file: string, whole: number): Promise<void> {
  await truncate(file, whole)
  await syncPath(file)
}

/** Removes a segment, durably: it must not come back after the ones behind it have gone. */
export async function dropSegment(folder: string, number: number): Promise<void> {
  await unlink(segmentFile(folder, number))
  await syncPath(folder)
}

/** A segment that is being written. */
export class OpenSegment {
  readonly number: number
  readonly #handle: FileHandle
  #bytes = 0

  private constructor(number: number, handle: FileHandle) {
    this.number = number
    this.#handle = handle
  }

  /** Creates the file and makes its name durable. */
  static async create(folder: string, number: number): Promise<OpenSegment> {
    const handle = await open(segmentFile(folder, number), 'ax', 0o600)
    try {
      await syncPath(folder)
    } catch (error) {
      await handle.close()
      throw error
    }
    return new OpenSegment(number, handle)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Appends; resolves with the number of bytes when the disk has them. */
  async append(parts: readonly Uint8Array[]): Promise<number> {
    const bytes = Buffer.concat(parts)
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await this.#handle.write(bytes, written)
      written += bytesWritten
    }
    await this.#handle.datasync()
    this.#bytes += bytes.length
    return bytes.length
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

/** One record of the accept journal as bytes: what it says, how long it is, whether it is whole. */
import { crc32 } from 'node:zlib'

export type JournalRecord =
  /** A message was accepted and must have its effect. */
  | { readonly kind: 'accepted'; readonly id: string; readonly data: Uint8Array }
  /** Its job has ended, or its message was taken over by a later record. */
  | { readonly kind: 'settled'; readonly id: string }

/**
 * Layout, integers little-endian: length of what follows the head (4 bytes), its CRC-32 (4), then
 * kind (1), length of the id in bytes (2), the id in UTF-8, the data.
 */
const HEAD = 8
const FIXED = 3
const KINDS = { accepted: 1, settled: 2 } as const

/** Bytes of id and data that a record may have. */
export const LONGEST_ID = 0xffff
export const LONGEST_RECORD = 1024 ** 3

/** @throws RangeError for an id or data beyond the limits */
export function encodeRecord(record: JournalRecord): Buffer {
  const id = Buffer.from(record.id, 'utf8')
  const data = record.kind === 'accepted' ? record.data : undefined
  const length = FIXED + id.length + (data?.length ?? 0)
  if (id.length > LONGEST_ID || length > LONGEST_RECORD) {
    throw new RangeError(`a journal record of ${length} bytes is too long`)
  }
  const bytes = Buffer.allocUnsafe(HEAD + length)
  bytes.writeUInt8(KINDS[record.kind], HEAD)
  bytes.writeUInt16LE(id.length, HEAD + 1)
  id.copy(bytes, HEAD + FIXED)
  if (data) bytes.set(data, HEAD + FIXED + id.length)
  bytes.writeUInt32LE(length, 0)
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD)), 4)
  return bytes
}

export type Decoded =
  | { readonly record: JournalRecord; readonly end: number }
  /** No whole record begins here: a crash may have cut it off. */
  | { readonly torn: string }
  /** A whole record that this version does not know: no crash makes one. */
  | { readonly foreign: string }

export function decodeRecord(bytes: Buffer, offset: number): Decoded {
  if (offset + HEAD > bytes.length) return { torn: 'the head is cut off' }
  const length = bytes.readUInt32LE(offset)
  const end = offset + HEAD + length
  if (length < FIXED || length > LONGEST_RECORD) return { torn: 'the length is impossible' }
  if (end > bytes.length) return { torn: 'the record is cut off' }
  const body = bytes.subarray(offset + HEAD, end)
  if (crc32(body) !== bytes.readUInt32LE(offset + 4)) return { torn: 'the checksum is wrong' }
  const idEnd = FIXED + body.readUInt16LE(1)
  if (idEnd > length) return { foreign: 'a record has a longer id than it holds' }
  const id = body.toString('utf8', FIXED, idEnd)
  switch (body.readUInt8(0)) {
    case KINDS.accepted:
      return { record: { kind: 'accepted', id, data: body.subarray(idEnd) }, end }
    case KINDS.settled:
      return { record: { kind: 'settled', id }, end }
    default:
      return { foreign: 'a record is of a kind that this version does not know' }
  }
}

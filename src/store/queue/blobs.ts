/** Keeps the bytes of attachments apart from the jobs that have them: in pieces, each written and read by itself. */
import type { Attachment } from '../../message/message.js'
import { type Binary, HeldBinary } from '../../xml/binary.js'
import { inPieces, PIECE } from './pieces.js'

/** Where a queue keeps them. A blob without a job is removed, unless its job is about to be added. */
export interface BlobStore {
  /**
   * Begins one.
   *
   * @param size    in bytes
   * @param beyond  true for what belongs to the end of a job, which no bounds may hold up
   * @returns its name
   * @throws QueueUnavailable, QueueFull
   */
  begin(size: number, beyond: boolean): Promise<string>
  /**
   * Adds the next piece, `PIECE` long but for the last one. Its buffer is the store's from then on.
   *
   * @returns a buffer for another one, if there is one to spare
   * @throws QueueUnavailable, QueueFull
   */
  put(blob: string, number: number, piece: Uint8Array): Promise<ArrayBuffer | undefined>
  /** @returns undefined if it is no longer there, or not as it was */
  get(blob: string, number: number): Promise<Uint8Array | undefined>
  /** Removes one that no job has; if that fails, it is removed later. */
  discard(blob: string): Promise<void>
}

/** What stands of an attachment in the JSON of its job. */
export interface KeptAttachment extends Omit<Attachment, 'content'> {
  readonly size: number
  /** Its blob. Default: its bytes stand with the envelope. */
  readonly blob?: string | undefined
}

/** Attachments that a queue keeps. */
export interface Kept {
  readonly attachments: readonly KeptAttachment[]
  /** The bytes of those without a blob, in their order. */
  readonly beside: readonly Uint8Array[]
  /** Blobs that were made for them. */
  readonly made: readonly string[]
}

/** Attachments of so many bytes, and all that are so small together, stand with the envelope. */
const SMALL = 64 * 1024
const SMALL_IN_ALL = PIECE
/** Bytes that are given to who reads at once. */
const PORTION = 64 * 1024
/** Pieces that are on their way at once: one is written while the next one is read. */
const UNDER_WAY = 2

/** Bytes that a queue keeps: they can be read as long as a job has them. */
export class KeptBinary implements Binary {
  readonly size: number
  readonly blob: string
  readonly store: BlobStore

  constructor(store: BlobStore, blob: string, size: number) {
    this.store = store
    this.blob = blob
    this.size = size
  }

  async bytes(): Promise<Uint8Array> {
    const whole = new Uint8Array(this.size)
    let at = 0
    for await (const piece of this.stream()) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }

  /** @throws Error if they are no longer kept */
  async *stream(): AsyncIterable<Uint8Array> {
    let rest = this.size
    for (let number = 0; rest > 0; number += 1) {
      const piece = await this.store.get(this.blob, number)
      if (piece?.length !== Math.min(PIECE, rest)) {
        throw new Error(`the bytes of an attachment are no longer kept (${rest} of ${this.size})`)
      }
      rest -= piece.length
      // Streams read some portions ahead: of whole pieces, that would be much.
      for (let at = 0; at < piece.length; at += PORTION) yield piece.subarray(at, at + PORTION)
    }
  }
}

const NO_BLOBS: Kept = { attachments: [], beside: [], made: [] }

/**
 * Keeps attachments; what is kept already is not kept twice. What was made before it failed is removed.
 *
 * @param beyond  as `begin` has it
 * @throws QueueUnavailable, QueueFull, or what reading them throws
 */
export async function keep(
  attachments: readonly Attachment[] | undefined,
  store: BlobStore,
  beyond = false,
): Promise<Kept> {
  if (!attachments || attachments.length === 0) return NO_BLOBS
  const kept: KeptAttachment[] = []
  const beside: Uint8Array[] = []
  const made: string[] = []
  let small = 0
  try {
    for (const { content, ...rest } of attachments) {
      const { size } = content
      if (content instanceof KeptBinary && content.store === store) {
        kept.push({ ...rest, size, blob: content.blob })
      } else if (size <= SMALL && small + size <= SMALL_IN_ALL) {
        const bytes = await content.bytes()
        small += bytes.length
        beside.push(bytes)
        kept.push({ ...rest, size: bytes.length })
      } else {
        const blob = await store.begin(size, beyond)
        made.push(blob)
        await write(content, blob, store)
        kept.push({ ...rest, size, blob })
      }
    }
    return { attachments: kept, beside, made }
  } catch (error) {
    await discard(made, store)
    throw error
  }
}

/** Removes blobs that were made for a job that was not added. */
export async function discard(made: readonly string[], store: BlobStore): Promise<void> {
  for (const blob of made) await store.discard(blob)
}

/** @param beside  the bytes of those without a blob, one after the other */
export function restored(
  attachments: readonly KeptAttachment[],
  beside: Uint8Array,
  store: BlobStore,
): readonly Attachment[] {
  let at = 0
  return attachments.map(({ blob, size, ...rest }) => {
    if (blob !== undefined) return { ...rest, content: new KeptBinary(store, blob, size) }
    at += size
    return { ...rest, content: new HeldBinary(beside.subarray(at - size, at)) }
  })
}

/** In bytes. */
export function sizeOfAll(attachments: readonly Attachment[] = []): number {
  return attachments.reduce((sum, { content }) => sum + content.size, 0)
}

export function blobsOf(attachments: readonly KeptAttachment[] = []): readonly string[] {
  return [...new Set(attachments.flatMap(({ blob }) => (blob === undefined ? [] : [blob])))]
}

async function write(content: Binary, blob: string, store: BlobStore): Promise<void> {
  const under: Promise<void>[] = []
  const spare: ArrayBuffer[] = []
  let number = 0
  let written = 0
  try {
    for await (const piece of inPieces(content.stream(), spare)) {
      written += piece.length
      if (written > content.size) break
      if (under.length >= UNDER_WAY) await under.shift()
      const putting = store.put(blob, number, piece).then((buffer) => {
        if (buffer) spare.push(buffer)
      })
      // Whoever waits for it is notified of its failure; it may not be waited for yet.
      putting.catch(() => undefined)
      under.push(putting)
      number += 1
    }
  } finally {
    await Promise.allSettled(under)
  }
  await Promise.all(under)
  if (written !== content.size) {
    throw new Error(`an attachment has other than ${content.size} bytes`)
  }
}

/** Attachments in Redis: a hash of numbered pieces each, which says how many jobs have it. */
import { randomId } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import { answered } from '../answered.js'
import { type BlobStore, blobsOf, type Kept, type KeptAttachment } from '../blobs.js'
import { PIECE } from '../pieces.js'
import { UNADDED } from './content.js'

/** Milliseconds for a piece. */
const PATIENCE = 10_000

export class RedisBlobs implements BlobStore {
  readonly #redis: Connection
  readonly #keyOf: (name: string) => string

  /** @param keyOf  puts what all keys of the queue begin with before a name */
  constructor(redis: Connection, keyOf: (name: string) => string) {
    this.#redis = redis
    this.#keyOf = keyOf
  }

  key(blob: string): string {
    return this.#keyOf(`blob.${blob}`)
  }

  /** As the scripts take them. */
  keysOf({ attachments }: Pick<Kept, 'attachments'>): string {
    return blobsOf(attachments)
      .map((blob) => this.key(blob))
      .join(' ')
  }

  /** Its room was asked for with its job. */
  async begin(): Promise<string> {
    return randomId()
  }

  async put(blob: string, number: number, piece: Uint8Array): Promise<ArrayBuffer | undefined> {
    const key = this.key(blob)
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    await answered(PATIENCE, () => this.#redis.hset(key, String(number), bytes))
    // Whoever adds it may end before the job is there, which makes it last.
    await answered(PATIENCE, () => this.#redis.pexpire(key, UNADDED))
    return piece.length === PIECE ? (piece.buffer as ArrayBuffer) : undefined
  }

  async get(blob: string, number: number): Promise<Uint8Array | undefined> {
    const field = String(number)
    const got = await answered(PATIENCE, () => this.#redis.hgetBuffer(this.key(blob), field))
    return got ?? undefined
  }

  /** A job that is added after this finds it gone, and is refused. */
  async discard(blob: string): Promise<void> {
    const key = this.key(blob)
    try {
      if (!(await this.#redis.hexists(key, 'uses'))) await this.#redis.unlink(key)
    } catch {
      // It goes when its time is over.
    }
  }

  /** How many bytes of one are there, without reading them. */
  async sizeOf({ blob = '', size }: KeptAttachment): Promise<number> {
    let sum = 0
    for (let number = 0; number * PIECE < size; number += 1) {
      sum += await this.#redis.hstrlen(this.key(blob), String(number))
    }
    return sum
  }
}

/** The store beside the jobs in Redis. */
import type { Cluster, Redis } from 'ioredis'
import { sentenceOf } from '../answered.js'
import { QueueUnavailable } from '../queue.js'
import type { Store } from './key-store.js'

const MOST_TRIES = 5

export class RedisStore implements Store {
  readonly #redis: Redis | Cluster
  readonly #prefix: string

  /**
   * @param redis   with a deadline for every command
   * @param prefix  stands before every key; with a hash tag for a Cluster, so that all keys of a queue
   *   are on one node
   */
  constructor(redis: Redis | Cluster, prefix: string) {
    this.#redis = redis
    this.#prefix = prefix
  }

  async claim(key: string, value: string, milliseconds: number): Promise<string> {
    const name = this.#name(key)
    // Redis 6 has no SET with NX and GET. Nearly every key is new: one command, and no transaction.
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const set = await this.#ask(() => this.#redis.set(name, value, 'PX', milliseconds, 'NX'))
      if (set === 'OK') return value
      const bound = await this.#ask(() => this.#redis.get(name))
      if (bound !== null) return bound
      // It has expired in between.
    }
    throw unavailable(new Error('a key was bound and gone, again and again'))
  }

  async put(key: string, bytes: Uint8Array, milliseconds: number): Promise<void> {
    await this.#ask(() => this.#redis.set(this.#name(key), Buffer.from(bytes), 'PX', milliseconds))
  }

  async get(key: string): Promise<Buffer | undefined> {
    return (await this.#ask(() => this.#redis.getBuffer(this.#name(key)))) ?? undefined
  }

  async keep(keys: readonly string[]): Promise<void> {
    await this.#ask(() => Promise.all(keys.map((key) => this.#redis.persist(this.#name(key)))))
  }

  async expire(keys: readonly string[], milliseconds: number): Promise<void> {
    await this.#ask(() =>
      Promise.all(keys.map((key) => this.#redis.pexpire(this.#name(key), milliseconds))),
    )
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#ask(() => this.#redis.del(keys.map((key) => this.#name(key))))
  }

  #name(key: string): string {
    return `${this.#prefix}:store:${key}`
  }

  async #ask<Answer>(command: () => Promise<Answer>): Promise<Answer> {
    try {
      return await command()
    } catch (error) {
      throw unavailable(error)
    }
  }
}

function unavailable(error: unknown): QueueUnavailable {
  return new QueueUnavailable(`the store does not answer: ${sentenceOf(error)}`, { cause: error })
}

/** The store beside the jobs in Redis. */
import type { Cluster, Redis } from 'ioredis'
import { sentenceOf } from './answered.js'
import { QueueUnavailable } from './queue.js'
import type { Store } from './store.js'

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
    // One transaction, so that the key cannot expire in between. Redis 6 has no SET with NX and GET.
    const answers = await this.#ask(() =>
      this.#redis.multi().set(name, value, 'PX', milliseconds, 'NX').get(name).exec(),
    )
    const [error, bound] = answers?.[1] ?? []
    if (error || typeof bound !== 'string') throw unavailable(error ?? new Error('no answer'))
    return bound
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

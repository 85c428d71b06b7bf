/** What must come once only, in a sorted set by when it is known no longer, and named values, in a hash. */
import { RETRY_AFTER } from '../answered.js'
import { QueueFull } from '../queue.js'
import { wholeDigestsOf } from '../storable.js'
import type { JobStore } from './store.js'

/** Expired keys that go at a time: a script holds Redis up while it runs. */
const PORTION = 200

export class Remembered {
  readonly #store: JobStore
  readonly #most: number

  /** @param most  keys that are kept at most */
  constructor(store: JobStore, most: number) {
    this.#store = store
    this.#most = most
  }

  /** @throws QueueFull */
  async remember(keys: readonly string[], until: number): Promise<boolean> {
    // As a span, so that the clocks of this node and of Redis need not agree.
    const left = until - Date.now()
    const args = [left, this.#most, PORTION, ...wholeDigestsOf(keys)]
    const came = await this.#store.run('remember', ...args)
    if (came !== 'full') return came === 'remembered'
    throw new QueueFull(`${this.#most} signatures and ids are remembered`, RETRY_AFTER)
  }

  async forget(keys: readonly string[]): Promise<void> {
    if (keys.length > 0) {
      await this.#store.redis.zrem(this.#store.key('remembered'), ...wholeDigestsOf(keys))
    }
  }

  async head(name: string): Promise<string | undefined> {
    return (await this.#store.redis.hget(this.#store.key('heads'), name)) ?? undefined
  }

  async keepHead(name: string, before: string | undefined, value: string): Promise<boolean> {
    return (await this.#store.run('keepHead', name, before ?? '', value)) === 1
  }
}

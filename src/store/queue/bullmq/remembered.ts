/** What must come once only, in a sorted set by when it is known no longer, and named values, in a hash. */
import { wallTime } from '../../../base/time.js'
import { RETRY_AFTER } from '../answered.js'
import type { Kept } from '../blobs.js'
import { claimedOnce, type DirectRun, type Job, type RetryPlan } from '../job.js'
import { type Holder, QueueFull } from '../queue.js'
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
    const result = await this.#store.run('remember', ...this.#argumentsFor(keys, until))
    if (result === 'full') throw this.#full()
    return result !== 'known'
  }

  /**
   * Adds a job, and remembers its claim in the same step if that counts once.
   *
   * @param kept  its attachments
   * @throws QueueFull
   */
  async add(job: Job, plan: RetryPlan, kept: Kept): Promise<Holder> {
    return this.#taken(await this.#store.add(job, plan, kept, this.#claimed(job)))
  }

  /**
   * As `add`, for a run that is no job.
   *
   * @throws QueueFull
   */
  async begin(
    run: DirectRun,
    plan: RetryPlan,
    lease: Parameters<JobStore['begin']>[2],
  ): Promise<Holder> {
    return this.#taken(await this.#store.begin(run, plan, lease, this.#claimed(run)))
  }

  #taken(holder: Holder | 'full'): Holder {
    if (holder === 'full') throw this.#full()
    return holder
  }

  #claimed({ claim }: Job | DirectRun): readonly (number | Buffer)[] | undefined {
    const { key, until } = claim ?? {}
    const once = key !== undefined && until !== undefined
    return once ? this.#argumentsFor([claimedOnce(key)], until) : undefined
  }

  /** In the words of the scripts' `admits`. */
  #argumentsFor(keys: readonly string[], until: number): readonly (number | Buffer)[] {
    // As a span, so that the clocks of this node and of Redis need not agree.
    return [until - wallTime(), this.#most, PORTION, ...wholeDigestsOf(keys)]
  }

  #full(): QueueFull {
    return new QueueFull(`${this.#most} signatures and ids are remembered`, RETRY_AFTER)
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

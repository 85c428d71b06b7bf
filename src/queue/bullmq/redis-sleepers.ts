/** Jobs that sleep in Redis: BullMQ delays them, and a set beside its own says how many of those they are. */
import { ErrorCode, type IQueueBackend, type Queue } from 'bullmq'
import type { Cluster, Redis } from 'ioredis'
import { sleepOf } from './attempts.js'
import type { Bedtime, Sleepers } from './sleepers.js'

/** What BullMQ says of a job that is not where it was, or that another node has locked. */
const REFUSALS: readonly unknown[] = [
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]

export class RedisSleepers implements Sleepers {
  readonly #redis: Redis | Cluster
  readonly #key: string

  /**
   * @param redis   with a deadline for every command
   * @param prefix  stands before every key, as for BullMQ
   */
  constructor(redis: Redis | Cluster, prefix: string) {
    this.#redis = redis
    this.#key = `${prefix}:asleep`
  }

  async enter(backend: IQueueBackend, { id, token, data }: Bedtime): Promise<boolean> {
    const { until } = data.sleep
    const now = Date.now()
    await this.#redis.zremrangebyscore(this.#key, '-inf', now)
    // Before it sleeps: one that is counted without sleeping is harmless, and counted until then only.
    await this.#redis.zadd(this.#key, until, id)
    return unlessRefused(() =>
      backend.moveToDelayed(id, now, Math.max(0, until - now), token, {
        skipAttempt: true,
        fieldsToUpdate: { data: JSON.stringify(data) },
      }),
    )
  }

  async leave(queue: Queue, id: string): Promise<boolean> {
    const taken = await queue.getJob(id)
    if (!taken || !sleepOf(taken)) return false
    await this.#redis.zrem(this.#key, id)
    return unlessRefused(() => (queue.getBackend() as IQueueBackend).promote(id))
  }

  /** How many sleep. */
  count(): Promise<number> {
    return this.#redis.zcount(this.#key, Date.now(), '+inf')
  }
}

async function unlessRefused(move: () => Promise<unknown>): Promise<boolean> {
  try {
    await move()
    return true
  } catch (error) {
    if (REFUSALS.includes((error as { readonly code?: unknown }).code)) return false
    throw error
  }
}

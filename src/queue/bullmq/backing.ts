/** What a queue on BullMQ stands on: connections, the store beside the jobs, and a way to ask after it. */
import type { BackendFactory, IQueueBackend, Queue } from 'bullmq'
import type { Store } from './key-store.js'
import type { Sleepers } from './sleepers.js'

export interface Waiting {
  /** Jobs that wait, those for their next attempt among them, but none that sleeps. */
  readonly depth: number
  /** When the oldest that was never run was accepted, in milliseconds since 1970. */
  readonly oldest: number | undefined
}

export interface Backing {
  /** For people to read: what keeps the jobs, such as `redis://10.0.0.7:6379`; without a password. */
  readonly name: string
  /** Of BullMQ; default: its own for Redis. */
  readonly factory?: BackendFactory<IQueueBackend, unknown>
  /** For adding and looking, as `factory` takes it: fails soon if nobody answers. */
  readonly connection: unknown
  /** For working and listening: waits until the outage is over. Default: the same. */
  readonly patient?: unknown
  /** Stands before the name of the queue in every key of Redis. */
  readonly prefix?: string
  readonly store: Store
  readonly sleepers: Sleepers
  /** True if it removes finished jobs by itself, so that the worker need not look at all at each end. */
  readonly sweeps?: boolean
  /** True if BullMQ tells nobody there that a job was removed. */
  readonly silent?: boolean
  readonly waiting: (queue: Queue) => Promise<Waiting>
  /** What has become durable once it is acknowledged, as one sentence. */
  readonly promise: string
  /**
   * Asks whether jobs can be made durable now; called every half second.
   *
   * @returns how full it is, 0 to 1; undefined if it has no limit
   * @throws Error for whatever stands against it
   */
  probe(): Promise<number | undefined>
  /** Lets go of every connection, within about two seconds. */
  close(): Promise<void>
}

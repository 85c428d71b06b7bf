/** The contract of where jobs on BullMQ sleep: each way in and out is one step, whatever fails in it. */
import type { IQueueBackend, Queue } from 'bullmq'
import type { StoredJob, StoredSleep } from './stored-job.js'

export interface Bedtime {
  /** Of BullMQ. */
  readonly id: string
  /** Of the lock that this node has. */
  readonly token: string
  /** What the job's data becomes. */
  readonly data: StoredJob & { readonly sleep: StoredSleep }
}

export interface Sleepers {
  /**
   * Takes a job that this node runs, and writes its data: both, or neither.
   *
   * @param backend  of the worker that runs it
   * @returns false if it is not this node's any more
   */
  enter(backend: IQueueBackend, bedtime: Bedtime): Promise<boolean>
  /**
   * Lets a job go to those that wait.
   *
   * @param id  of BullMQ
   * @returns false if it does not sleep
   */
  leave(queue: Queue, id: string): Promise<boolean>
}

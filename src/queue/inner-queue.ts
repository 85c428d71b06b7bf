/** The contract of a queue that a journal can stand before. */
import type { Job, RetryPlan } from './job.js'
import type { JobQueue } from './queue.js'

export interface InnerQueue extends JobQueue {
  /**
   * Takes jobs that are acknowledged already, beyond all bounds; all or none. One with an id that the
   * queue has already changes nothing.
   *
   * @throws QueueUnavailable
   */
  addAll(jobs: readonly { readonly job: Job; readonly plan: RetryPlan }[]): Promise<void>
  /**
   * Notes that a job will be added by `addAll`.
   *
   * @throws QueueFull if there is more to do than the bounds allow
   * @throws TypeError for an id that the queue cannot take
   */
  admit(id: string): void
}

/** What is read of the queue, every few seconds for all sources together: its numbers, and whether it keeps and runs jobs. */
import { Reading } from '../../../base/reading.js'
import type { QueueStats } from '../../../store/queue/admin.js'
import type { JobQueue, JobWorker } from '../../../store/queue/queue.js'

/** The queue of a node as it is now. */
export interface QueueNow {
  /** Undefined before it is open. */
  readonly queue: () => JobQueue | undefined
  /** Undefined before it is made, and where this node runs no jobs. */
  readonly worker: () => JobWorker | undefined
}

export class QueueReadings {
  readonly now: QueueNow
  readonly #written: Reading<void>
  readonly #run: Reading<void>
  readonly #stats: Reading<QueueStats>

  /** @param deadline  milliseconds until a job must be durable */
  constructor(now: QueueNow, deadline: number) {
    this.now = now
    this.#written = new Reading(() => now.queue()?.probe(), { deadline })
    this.#run = new Reading((signal) => now.worker()?.probe(signal), { deadline })
    this.#stats = new Reading(() => now.queue()?.admin.stats())
  }

  /** Undefined as long as there is no queue, or if it does not answer. */
  async stats(): Promise<QueueStats | undefined> {
    const queue = this.now.queue()
    if (!queue || queue.problem !== undefined) {
      this.#stats.forget()
      return undefined
    }
    await this.#stats.look()
    return this.#stats.value
  }

  /** Why nothing is kept; undefined if something was just now. */
  async unkept(): Promise<string | undefined> {
    const queue = this.now.queue()
    if (queue?.problem !== undefined) {
      // It is tried as soon as there is hope again.
      for (const reading of [this.#written, this.#run, this.#stats]) reading.forget()
      return queue.status
    }
    await this.#written.look()
    const { failure } = this.#written
    return failure && `nothing can be kept: ${failure.message}`
  }

  /** Why this node runs no job; undefined if it does, or is not to. */
  async idle(): Promise<string | undefined> {
    // Paused, nothing would take it.
    if (!this.now.worker() || (await this.stats())?.paused !== false) {
      this.#run.forget()
      return undefined
    }
    await this.#run.look()
    return this.#run.failure?.message
  }
}

/** The desk of a queue with a journal before it: what is on its way into the queue is waited for first. */
import type { Handover } from './handover.js'
import type { JobDetail, JobQuery, JobSummary, QueueDesk, QueueStats } from './queue.js'

/** Milliseconds; what a queue that is down has not taken by then is counted, but not shown. */
const PATIENCE = 1_000

export class JournaledDesk implements QueueDesk {
  readonly #desk: QueueDesk
  readonly #handover: Handover

  constructor(desk: QueueDesk, handover: Handover) {
    this.#desk = desk
    this.#handover = handover
  }

  async stats(): Promise<QueueStats> {
    await this.#arrived()
    const pending = this.#handover.size
    const stats = await this.#desk.stats()
    return { ...stats, waiting: stats.waiting + pending }
  }

  async list(query: JobQuery): Promise<readonly JobSummary[]> {
    await this.#arrived()
    return this.#desk.list(query)
  }

  async show(id: string): Promise<JobDetail | undefined> {
    await this.#handover.passed(id, AbortSignal.timeout(PATIENCE))
    return this.#desk.show(id)
  }

  async replay(id: string): Promise<'done' | 'not-dead' | 'unknown'> {
    await this.#handover.passed(id, AbortSignal.timeout(PATIENCE))
    return this.#handover.has(id) ? 'not-dead' : this.#desk.replay(id)
  }

  async remove(id: string): Promise<'done' | 'not-dead' | 'unknown'> {
    await this.#handover.passed(id, AbortSignal.timeout(PATIENCE))
    return this.#handover.has(id) ? 'not-dead' : this.#desk.remove(id)
  }

  pause(): Promise<void> {
    return this.#desk.pause()
  }

  resume(): Promise<void> {
    return this.#desk.resume()
  }

  /** What came before now is in the queue when the newest of it is. */
  async #arrived(): Promise<void> {
    const { newest } = this.#handover
    if (newest !== undefined) await this.#handover.passed(newest, AbortSignal.timeout(PATIENCE))
  }
}

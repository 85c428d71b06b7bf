/** Runs jobs that the thread hands out, and tells it how each attempt ended. */
import { onAbort, untilAborted, waitFor } from '../../../base/deadline.js'
import { type Deferred, deferred } from '../../../base/deferred.js'
import { randomId, wallTime } from '../../../base/time.js'
import { delayBefore } from '../backoff.js'
import type { BlobStore } from '../blobs.js'
import { putTogether } from '../content.js'
import {
  FinalFailure,
  type JobResult,
  type Postponement,
  type RetryPlan,
  type Suspension,
} from '../job.js'
import type { Attempt, JobState, JobWorker, RunJob, WorkOptions } from '../queue.js'
import { RunningAttempt } from '../running-attempt.js'
import { shortCause } from '../storable.js'
import { endOf } from '../suspension.js'
import { DIED } from './attempts.js'
import type { QueueChannel } from './channel.js'
import type { TakenJob } from './requests.js'
import { type Ended, type Following, LostBytes, settle } from './settle.js'

/** Milliseconds until the end of an attempt is told again that could not be written. */
const AGAIN = 500

interface SqliteWorkerParts extends WorkOptions {
  readonly run: RunJob
  readonly channel: QueueChannel
  readonly blobs: BlobStore
  /** Milliseconds until something must be durable. */
  readonly acknowledge: number
  /** Is notified of each job that has ended here. */
  readonly ended: (id: string, state: JobState) => void
}

export class SqliteWorker implements JobWorker {
  readonly #parts: SqliteWorkerParts
  readonly #attempts = new Set<RunningAttempt>()
  readonly #running = new Set<Promise<void>>()
  /** What is handed out to prove that jobs would be, by its id. */
  readonly #probes = new Map<string, Deferred<void>>()
  /** Ends the waiting for a file that cannot be written. */
  readonly #cancelled = new AbortController()
  #closing = false

  constructor(parts: SqliteWorkerParts) {
    this.#parts = parts
  }

  /** Runs jobs that belong to this process now. */
  take(jobs: readonly TakenJob[]): void {
    for (const taken of jobs) {
      const running = this.#take(taken).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  async probe(signal: AbortSignal): Promise<void> {
    const id = randomId()
    const ended = deferred()
    this.#probes.set(id, ended)
    const { channel, acknowledge } = this.#parts
    try {
      await untilAborted(signal, async () => {
        await channel.request('addProbe', id, wallTime() + acknowledge)
        await ended.promise
      })
    } finally {
      this.#probes.delete(id)
    }
  }

  /** Ends it as a job is ended: by a row that is written. */
  takeProbe(id: string): void {
    const probe = this.#probes.get(id)
    this.#parts.channel.request('settleProbe', id).then(
      () => probe?.resolve(),
      (error) => probe?.reject(error),
    )
  }

  async close(deadline: AbortSignal): Promise<void> {
    this.#closing = true
    const { channel } = this.#parts
    await channel.request('work', 0).catch(() => undefined)
    const giveBack = () => {
      for (const attempt of this.#attempts) attempt.end('given-back', 'this node stops')
      this.#cancelled.abort()
    }
    await onAbort(deadline, giveBack, this.#ended())
  }

  /** What was taken before the thread heard of the end runs, too. */
  async #ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #take(taken: TakenJob): Promise<void> {
    const { id, seq } = taken
    const plan: RetryPlan = JSON.parse(taken.plan)
    const running = new RunningAttempt(plan.timeLimit)
    try {
      await this.#report(seq, id, await this.#attempt(taken, plan, running))
    } finally {
      await running.release()
    }
  }

  /** Until it could be told. */
  async #report(seq: number, id: string, how: Ended): Promise<void> {
    let ended = how
    for (;;) {
      try {
        const state = await settle(seq, ended, this.#parts)
        if (state) this.#parts.ended(id, state)
        return
      } catch (error) {
        if (error instanceof LostBytes) {
          ended = { kind: 'dead', cause: shortCause(error), follow: [] }
          continue
        }
        // The effect has come about: it must not come about again because the disk is full just now.
        if (this.#cancelled.signal.aborted) return
        await waitFor(AGAIN, this.#cancelled.signal)
      }
    }
  }

  async #attempt(taken: TakenJob, plan: RetryPlan, running: RunningAttempt): Promise<Ended> {
    const number = taken.attempts + 1
    if (this.#closing && this.#cancelled.signal.aborted)
      running.end('given-back', 'this node stops')
    const follow: Following[] = []
    const attempt: Attempt = {
      number,
      last: number >= plan.attempts,
      suspended: taken.suspended,
      replayed: taken.replayed,
      urgent: taken.urgent,
      get signal() {
        return running.signal
      },
      closeAfter: running.closeAfter,
      follow: (next, itsPlan) => follow.push({ job: next, plan: itsPlan }),
    }
    this.#attempts.add(running)
    try {
      const result = await running.run(() => this.#run(taken, plan, attempt))
      if (result.kind === 'suspended') return { kind: 'suspended', until: endOf(result) }
      if (result.kind === 'postponed') return { ...result, until: endOf(result) }
      return { kind: 'done', result: result, follow }
    } catch (error) {
      if (running.cut === 'given-back') return { kind: 'given-back' }
      const cause = shortCause(error)
      if (error instanceof FinalFailure || attempt.last) {
        return { kind: 'dead', cause, follow }
      }
      return { kind: 'failed', cause, due: wallTime() + delayBefore(number + 1, plan) }
    } finally {
      this.#attempts.delete(running)
    }
  }

  async #run(
    { head, content, cause = DIED }: TakenJob,
    plan: RetryPlan,
    attempt: Attempt,
  ): Promise<JobResult | Suspension | Postponement> {
    const job = putTogether(JSON.parse(head), content, this.#parts.blobs)
    if (attempt.number <= plan.attempts) return this.#parts.run(job, attempt)
    // Its last attempt ended with its process.
    await this.#parts.abandoned(job, cause, attempt)
    throw new FinalFailure(cause)
  }
}

/** Waits, for senders that stay connected, for the answers of queued messages. */
import type { JobResult } from '../queue/job.js'
import type { JobQueue, JobState } from '../queue/queue.js'
import type { Outcome } from '../transport.js'

/** The job failed for good; its cause is for the operator. */
export class FailedForGood extends Error {
  constructor(cause: string) {
    super(`the job failed for good: ${cause}`)
    this.name = 'FailedForGood'
  }
}

export class PendingAnswers {
  readonly #queue: JobQueue
  readonly #open = new Set<AbortController>()
  #over = false

  constructor(queue: JobQueue) {
    this.#queue = queue
  }

  /**
   * @param patience  milliseconds; 0 asks for no answer on the connection
   * @throws FailedForGood
   * @throws QueueUnavailable
   */
  async waitFor(id: string, patience: number): Promise<Outcome> {
    const ends = new AbortController()
    if (patience === 0 || this.#over) return { kind: 'pending', exchange: id }
    this.#open.add(ends)
    const timer = setTimeout(() => ends.abort(), patience)
    try {
      return outcomeOf(id, await this.#queue.ended(id, ends.signal))
    } finally {
      clearTimeout(timer)
      this.#open.delete(ends)
    }
  }

  /** Ends all waits, now and later: each sender is told that its answer is pending. */
  release(): void {
    this.#over = true
    for (const ends of this.#open) ends.abort()
  }
}

/** @throws FailedForGood */
export function outcomeOf(id: string, state: JobState | undefined): Outcome {
  switch (state?.state) {
    case 'done':
      return answerOf(state.result)
    case 'dead':
      throw new FailedForGood(state.cause)
    case 'waiting':
    case 'running':
    case undefined:
      return { kind: 'pending', exchange: id }
  }
}

function answerOf(result: JobResult): Outcome {
  // The result of an answer job: no connection waits for one.
  if (result.kind === 'undelivered') throw new FailedForGood(result.report.text)
  // The job that replaced it is no longer kept.
  if (result.kind === 'replaced') return { kind: 'accepted' }
  return result
}

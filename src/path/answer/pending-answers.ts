/** Waits, for senders that stay connected, for the answers of queued messages, and for the outcomes of runs. */
import { clearTimeout, setTimeout } from '../../base/time.js'
import type { AnswerSealing, JobResult } from '../../store/queue/job.js'
import type { JobQueue, JobState, Until } from '../../store/queue/queue.js'
import type { Outcome } from '../../transport.js'

/** The job failed for good; its cause is for the operator. */
export class FailedForGood extends Error {
  constructor(cause: string) {
    super(`the job failed for good: ${cause}`)
    this.name = 'FailedForGood'
  }
}

/** What is kept of an exchange. */
export interface KeptOutcome {
  readonly kind: 'kept'
  readonly outcome: Outcome
  /** How it is sealed each time it is sent. Default: it is sent as it is. */
  readonly sealing?: AnswerSealing | undefined
}

/** What waiting for the answer of an exchange has come to. */
export type Waited =
  | KeptOutcome
  /** There is none yet. */
  | { readonly kind: 'unfinished' }
  /** There is no such exchange any more: the process that ran it has crashed, or it is kept no longer. */
  | { readonly kind: 'gone' }

export class PendingAnswers {
  readonly #queue: JobQueue
  readonly #open = new Map<AbortController, string>()
  #over = false

  constructor(queue: JobQueue) {
    this.#queue = queue
  }

  /**
   * @param patience  milliseconds; 0 asks for no answer on the connection
   * @param until     `failed`: no longer than to the first failed attempt, if another is to come
   * @throws FailedForGood
   * @throws QueueUnavailable
   */
  async waitFor(id: string, patience: number, until: Until): Promise<Waited> {
    const ends = new AbortController()
    if (patience === 0 || this.#over) return UNFINISHED
    this.#open.set(ends, id)
    const timer = setTimeout(() => ends.abort(), patience)
    try {
      const state = await this.#queue.ended(id, ends.signal, until)
      return state || ends.signal.aborted ? waited(state) : { kind: 'gone' }
    } finally {
      clearTimeout(timer)
      this.#open.delete(ends)
    }
  }

  /** Ends the waits for one exchange: there will be no answer for a while. */
  releaseFrom(id: string): void {
    for (const [ends, awaited] of this.#open) if (awaited === id) ends.abort()
  }

  /** Ends all waits, now and later: each sender is told that its answer is pending. */
  release(): void {
    this.#over = true
    for (const ends of this.#open.keys()) ends.abort()
  }
}

const UNFINISHED = { kind: 'unfinished' } as const

/** @throws FailedForGood */
export function waited(state: JobState | undefined): KeptOutcome | typeof UNFINISHED {
  switch (state?.state) {
    case 'done':
      return keptOf(state.result)
    case 'dead':
      throw new FailedForGood(state.cause)
    case 'waiting':
    case 'running':
    case undefined:
      return UNFINISHED
  }
}

function keptOf(result: JobResult): KeptOutcome {
  switch (result.kind) {
    // The result of an answer job: no connection waits for one.
    case 'undelivered':
      throw new FailedForGood(result.report.text)
    // The job that replaced it is no longer kept.
    case 'replaced':
    case 'accepted':
      return { kind: 'kept', outcome: { kind: 'accepted' } }
    case 'reply':
    case 'fault': {
      const { sealing, ...outcome } = result
      return { kind: 'kept', outcome, sealing }
    }
  }
}

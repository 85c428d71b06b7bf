/** Hears of the ends of jobs on all nodes, and has those who wait for them look again. */
import type { QueueEvents } from 'bullmq'
import type { JobState } from '../queue.js'
import { fromStoredId } from './stored-names.js'

/** How a job stands, or which one stands for it. */
export type Found = JobState | { readonly replacedBy: string } | undefined

/** How long one may not hear of an end that the stream of events has lost, in milliseconds. */
const SWEEP = 2_000

export interface CompletionsParts {
  /** Opens the stream of events; called once, when somebody first wants to hear of an end. */
  readonly open: () => QueueEvents
  /** Resolves when no event is missed any more. */
  readonly listen: (events: QueueEvents) => Promise<void>
  /** @throws QueueUnavailable, for which the next chance is waited for */
  readonly look: (id: string) => Promise<Found>
}

export class Completions {
  readonly #parts: CompletionsParts
  /** Wakes up who waits for a job, to look again. */
  readonly #waiting = new Map<string, Set<() => void>>()
  #events: QueueEvents | undefined
  #hearing: Promise<void> | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(parts: CompletionsParts) {
    this.#parts = parts
  }

  /**
   * Resolves when no end is missed any more; at once if nobody wants to hear of any. A node on which
   * nobody waits does not read what happens on all the others.
   */
  get hearing(): Promise<void> | undefined {
    return this.#hearing
  }

  /** Waits until a job has ended, or another stands for it. */
  async ended(id: string, signal: AbortSignal): Promise<Found> {
    await this.#hear()
    while (!signal.aborted) {
      // Before it is looked, so that no end falls between looking and waiting.
      const { woken, leave } = this.#wait(id, signal)
      try {
        // Woken while it looks, the look may be too old: then it looks again.
        const state = await Promise.race([this.#looked(id), woken.then(() => 'not yet' as const)])
        if (state === 'no such job') return undefined
        if (state !== 'not yet') return state
        await woken
      } finally {
        leave()
      }
    }
    return undefined
  }

  /** Has all who wait look again now. */
  lookAgain(): void {
    for (const wakers of this.#waiting.values()) for (const wake of wakers) wake()
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await this.#events?.close()
  }

  #hear(): Promise<void> {
    this.#hearing ??= this.#begin()
    return this.#hearing
  }

  #begin(): Promise<void> {
    const { open, listen } = this.#parts
    const events = open()
    this.#events = events
    const ended = ({ jobId }: { readonly jobId: string }) => this.#ended(jobId)
    events.on('completed', ended)
    events.on('failed', ended)
    events.on('removed', ended)
    // The stream keeps some thousand events, and an outage may outlast them: so look now and then.
    this.#sweep = setInterval(() => this.lookAgain(), SWEEP)
    return listen(events)
  }

  async #looked(id: string): Promise<NonNullable<Found> | 'no such job' | 'not yet'> {
    try {
      const state = await this.#parts.look(id)
      if (!state) return 'no such job'
      if ('replacedBy' in state) return state
      return state.state === 'done' || state.state === 'dead' ? state : 'not yet'
    } catch {
      // The queue does not answer: whoever waits has time, and is woken by the next sweep.
      return 'not yet'
    }
  }

  #wait(id: string, signal: AbortSignal): { woken: Promise<void>; leave: () => void } {
    const wakers = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, wakers)
    let wake: () => void = () => undefined
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    wakers.add(wake)
    signal.addEventListener('abort', wake, { once: true })
    const leave = () => {
      signal.removeEventListener('abort', wake)
      wakers.delete(wake)
      if (wakers.size === 0 && this.#waiting.get(id) === wakers) this.#waiting.delete(id)
    }
    return { woken, leave }
  }

  #ended(storedId: string): void {
    for (const wake of this.#waiting.get(fromStoredId(storedId)) ?? []) wake()
  }
}

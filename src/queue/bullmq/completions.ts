/** Hears of the ends of jobs on all nodes and wakes up those who wait for them. */
import type { QueueEvents } from 'bullmq'
import type { JobState } from '../queue.js'
import { fromStoredId } from './stored-names.js'

type How = 'done' | 'dead' | 'removed'

/** How long one may not hear of an end that the stream of events has lost, in milliseconds. */
const SWEEP = 2_000

export interface EndsParts {
  /** Opens the stream of events; called once, when somebody first wants to hear of an end. */
  readonly open: () => QueueEvents
  /** Resolves when no event is missed any more. */
  readonly listen: (events: QueueEvents) => Promise<void>
  /** @throws QueueUnavailable, for which the next chance is waited for */
  readonly look: (id: string) => Promise<JobState | undefined>
}

export class Ends {
  readonly #parts: EndsParts
  readonly #listeners: ((id: string, how: How) => void)[] = []
  /** Wakes up who waits for a job, to look again. */
  readonly #waiting = new Map<string, Set<() => void>>()
  #events: QueueEvents | undefined
  #hearing: Promise<void> | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(parts: EndsParts) {
    this.#parts = parts
  }

  onEnd(listener: (id: string, how: How) => void): void {
    this.#listeners.push(listener)
    void this.#hear()
  }

  /**
   * Resolves when no end is missed any more; at once if nobody wants to hear of any. A node on which
   * nobody waits does not read what happens on all the others.
   */
  get hearing(): Promise<void> | undefined {
    return this.#hearing
  }

  /** The number of jobs that are waited for. */
  get waiting(): number {
    return this.#waiting.size
  }

  async ended(id: string, signal: AbortSignal): Promise<JobState | undefined> {
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

  /** Has all who wait look again. */
  wake(): void {
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
    events.on('completed', ({ jobId }) => this.#ended(jobId, 'done'))
    events.on('failed', ({ jobId }) => this.#ended(jobId, 'dead'))
    events.on('removed', ({ jobId }) => this.#ended(jobId, 'removed'))
    // The stream keeps some thousand events, and an outage may outlast them: so look now and then.
    this.#sweep = setInterval(() => this.wake(), SWEEP)
    return listen(events)
  }

  async #looked(id: string): Promise<JobState | 'no such job' | 'not yet'> {
    try {
      const state = await this.#parts.look(id)
      if (!state) return 'no such job'
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

  #ended(storedId: string, how: How): void {
    const id = fromStoredId(storedId)
    for (const wake of this.#waiting.get(id) ?? []) wake()
    for (const listener of this.#listeners) listener(id, how)
  }
}

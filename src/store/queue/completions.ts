/** Those who wait for the ends of jobs, whichever node runs them: notified of what is heard, and of what is found. */
import { onAbort } from '../../base/deadline.js'
import { deferred } from '../../base/deferred.js'
import { clearInterval, setInterval } from '../../base/time.js'
import type { JobState, Until } from './queue.js'

/** How a job stands, or which one has taken its place. */
export type FoundJob = JobState | { readonly replacedBy: string } | undefined

/** Milliseconds after which all are looked at again, should news of an end have been lost. */
const AGAIN = 2_000

interface Waiter {
  readonly until: Until
  readonly resolve: (found: FoundJob) => void
}

function isOver(found: FoundJob): boolean {
  return !(found && 'state' in found && (found.state === 'waiting' || found.state === 'running'))
}

function isFailing(found: FoundJob): boolean {
  return found !== undefined && 'failed' in found && found.failed === true
}

export class Completions {
  readonly #find: (id: string) => Promise<FoundJob>
  readonly #waiting = new Map<string, Set<Waiter>>()
  #again: NodeJS.Timeout | undefined
  #looking = false
  #lookAgain = false

  /** @param find  undefined for a job that there is not */
  constructor(find: (id: string) => Promise<FoundJob>) {
    this.#find = find
  }

  /** The state of a job once that is so; undefined if the signal ends first, or there is none. */
  async ended(
    id: string,
    signal: AbortSignal,
    until: Until = 'ended',
  ): Promise<JobState | undefined> {
    const found = await this.#wait(id, signal, until)
    return found && 'replacedBy' in found ? this.ended(found.replacedBy, signal, until) : found
  }

  async #wait(id: string, signal: AbortSignal, until: Until): Promise<FoundJob> {
    if (signal.aborted) return undefined
    const { promise, resolve } = deferred<FoundJob>()
    const waiting = this.#waiting.get(id) ?? new Set()
    const waiter = { until, resolve }
    this.#waiting.set(id, waiting.add(waiter))
    this.#again ??= setInterval(() => void this.lookAtAll(), AGAIN)
    // It may have ended already.
    void this.look([id])
    try {
      return await onAbort(signal, () => resolve(undefined), promise)
    } finally {
      waiting.delete(waiter)
      if (waiting.size === 0) this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.close()
    }
  }

  /** Tells those who wait what has become of a job. */
  notify(id: string, found: FoundJob): void {
    for (const { until, resolve } of this.#waiting.get(id) ?? []) {
      if (isOver(found) || (until === 'failed' && isFailing(found))) resolve(found)
    }
  }

  /** Looks at those of some jobs that are waited for. */
  async look(ids: Iterable<string>): Promise<void> {
    const wanted = [...ids].filter((id) => this.#waiting.has(id))
    await Promise.all(wanted.map((id) => this.#look(id)))
  }

  /** Looks at all that are waited for; once more afterwards if asked meanwhile. */
  async lookAtAll(): Promise<void> {
    this.#lookAgain = this.#looking
    if (this.#looking) return
    this.#looking = true
    await this.look(this.#waiting.keys())
    this.#looking = false
    if (this.#lookAgain) await this.lookAtAll()
  }

  /** Looks no more by itself, until somebody waits again. */
  close(): void {
    clearInterval(this.#again)
    this.#again = undefined
  }

  async #look(id: string): Promise<void> {
    try {
      this.notify(id, await this.#find(id))
    } catch {
      // The queue does not answer: who waits has time, and it is looked again.
    }
  }
}

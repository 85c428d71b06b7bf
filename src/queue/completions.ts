/** Those who wait for the ends of jobs, whichever node runs them: told of what is heard, and of what is found. */
import { onAbort } from '../base/deadline.js'
import { deferred } from '../base/deferred.js'
import type { JobState } from './queue.js'

/** How a job stands, or which one has taken its place. */
export type FoundJob = JobState | { readonly replacedBy: string } | undefined

/** Milliseconds after which all are looked at again, should news of an end have been lost. */
const AGAIN = 2_000

export class Completions {
  readonly #find: (id: string) => Promise<FoundJob>
  readonly #waiting = new Map<string, Set<(found: FoundJob) => void>>()
  #again: NodeJS.Timeout | undefined
  #looking = false
  #lookAgain = false

  /** @param find  undefined for a job that there is not */
  constructor(find: (id: string) => Promise<FoundJob>) {
    this.#find = find
  }

  /** The state of a job once it has ended; undefined if the signal ends first, or there is none. */
  async ended(id: string, signal: AbortSignal): Promise<JobState | undefined> {
    const found = await this.#wait(id, signal)
    return found && 'replacedBy' in found ? this.ended(found.replacedBy, signal) : found
  }

  async #wait(id: string, signal: AbortSignal): Promise<FoundJob> {
    if (signal.aborted) return undefined
    const { promise, resolve } = deferred<FoundJob>()
    const waiting = this.#waiting.get(id) ?? new Set()
    this.#waiting.set(id, waiting.add(resolve))
    this.#again ??= setInterval(() => void this.lookAtAll(), AGAIN)
    // It may have ended already.
    void this.look([id])
    try {
      return await onAbort(signal, () => resolve(undefined), promise)
    } finally {
      waiting.delete(resolve)
      if (waiting.size === 0) this.#waiting.delete(id)
      if (this.#waiting.size === 0) this.close()
    }
  }

  /** Tells those who wait what has become of a job. */
  tell(id: string, found: FoundJob): void {
    for (const resolve of this.#waiting.get(id) ?? []) resolve(found)
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
      const found = await this.#find(id)
      const going = found && 'state' in found && ['waiting', 'running'].includes(found.state)
      if (!going) this.tell(id, found)
    } catch {
      // The queue does not answer: who waits has time, and it is looked again.
    }
  }
}

/** Those who wait for the ends of jobs, whichever process runs them. */
import type { JobState } from '../queue.js'

/** Milliseconds after which it is looked again, should news of an end have been lost. */
const AGAIN = 2_000

export class Completions {
  readonly #find: (ids: readonly string[]) => Promise<readonly (JobState | undefined)[]>
  readonly #waiting = new Map<string, Set<(state: JobState | undefined) => void>>()
  #again: NodeJS.Timeout | undefined
  #looking = false
  #lookAgain = false

  /** @param find  looks for the states of jobs; undefined for those that there are not */
  constructor(find: (ids: readonly string[]) => Promise<readonly (JobState | undefined)[]>) {
    this.#find = find
  }

  /** Resolves with the state of a job once it has ended; undefined if the signal ends first, or there is none. */
  ended(id: string, signal: AbortSignal): Promise<JobState | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const wakers = this.#waiting.get(id) ?? new Set()
      this.#waiting.set(id, wakers)
      const settle = (state: JobState | undefined) => {
        signal.removeEventListener('abort', giveUp)
        wakers.delete(settle)
        if (wakers.size === 0 && this.#waiting.get(id) === wakers) this.#waiting.delete(id)
        if (this.#waiting.size === 0) this.close()
        resolve(state)
      }
      const giveUp = () => settle(undefined)
      signal.addEventListener('abort', giveUp, { once: true })
      wakers.add(settle)
      // It may have ended already.
      void this.look([id])
      this.#again ??= setInterval(() => this.lookAtAll(), AGAIN)
    })
  }

  /** Tells those who wait what has become of a job. */
  tell(id: string, state: JobState | undefined): void {
    for (const settle of [...(this.#waiting.get(id) ?? [])]) settle(state)
  }

  /** Looks at all that are waited for; once more afterwards if asked meanwhile. */
  lookAtAll(): void {
    if (this.#looking) {
      this.#lookAgain = true
      return
    }
    if (this.#waiting.size === 0) return
    this.#looking = true
    void this.look([...this.#waiting.keys()]).finally(() => {
      this.#looking = false
      if (!this.#lookAgain) return
      this.#lookAgain = false
      this.lookAtAll()
    })
  }

  /** Looks at those of some jobs that are waited for. */
  async look(ids: readonly string[]): Promise<void> {
    const wanted = ids.filter((id) => this.#waiting.has(id))
    if (wanted.length === 0) return
    try {
      const states = await this.#find(wanted)
      for (const [index, id] of wanted.entries()) {
        const state = states[index]
        if (state?.state !== 'waiting' && state?.state !== 'running') this.tell(id, state)
      }
    } catch {
      // The queue does not answer: who waits has time, and it is looked again.
    }
  }

  /** Looks no more by itself, until somebody waits again. */
  close(): void {
    clearInterval(this.#again)
    this.#again = undefined
  }
}

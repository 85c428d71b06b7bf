/** Those who follow a journal: each gets the entries of all nodes as they come, and loses some if it is too slow. */
import { deferred } from '../../base/deferred.js'
import type { JournalEntry } from './journal.js'

/** Entries that wait for one that is slow, a few seconds of a busy node; the oldest are dropped. */
const MAX_WAITING_ENTRIES = 20_000

/** Is told how many entries were dropped since it was told last. */
export type Missed = (entries: number) => void

export class Followers {
  readonly #all = new Set<(entry: JournalEntry) => void>()
  readonly #changed: (any: boolean) => void

  /** @param changed  told when the first one comes, and when the last one has gone */
  constructor(changed: (any: boolean) => void = () => undefined) {
    this.#changed = changed
  }

  get any(): boolean {
    return this.#all.size > 0
  }

  notify(entry: JournalEntry): void {
    for (const notify of this.#all) notify(entry)
  }

  /** Entries that are reported from now on, until the signal is aborted. */
  follow(signal: AbortSignal, missed?: Missed): AsyncIterable<JournalEntry> {
    const waiting: JournalEntry[] = []
    let dropped = 0
    let woken = deferred()
    const notify = (entry: JournalEntry) => {
      // Half of them at once: to take one away from the beginning moves all others.
      if (waiting.length >= MAX_WAITING_ENTRIES)
        dropped += waiting.splice(0, MAX_WAITING_ENTRIES / 2).length
      waiting.push(entry)
      woken.resolve()
    }
    const end = () => {
      if (this.#all.delete(notify) && this.#all.size === 0) this.#changed(false)
      woken.resolve()
    }
    // At once, and not when the first entry is asked for: nothing is missed between.
    if (!signal.aborted) {
      this.#all.add(notify)
      if (this.#all.size === 1) this.#changed(true)
      signal.addEventListener('abort', end, { once: true })
    }
    async function* entries(): AsyncGenerator<JournalEntry> {
      try {
        while (!signal.aborted) {
          if (dropped > 0) missed?.(dropped)
          dropped = 0
          for (const entry of waiting.splice(0)) {
            if (signal.aborted) return
            yield entry
          }
          if (waiting.length > 0 || signal.aborted) continue
          woken = deferred()
          await woken.promise
        }
      } finally {
        signal.removeEventListener('abort', end)
        end()
      }
    }
    return entries()
  }
}

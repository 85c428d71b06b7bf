/** Follows the journal once for all who watch it, as long as somebody does. */
import type { JournalEntry, JournalReader } from '../../journal/journal.js'

type Watcher = (entry: JournalEntry) => void

/** Milliseconds until a journal that ended or failed is followed again. */
const AGAIN = 2_000

export class Tail {
  readonly #journal: JournalReader
  readonly #watchers = new Set<Watcher>()
  #following: AbortController | undefined
  #again: NodeJS.Timeout | undefined

  constructor(journal: JournalReader) {
    this.#journal = journal
  }

  /** @returns ends the watching */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    this.#follow()
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size === 0) this.close()
    }
  }

  close(): void {
    clearTimeout(this.#again)
    this.#following?.abort()
    this.#following = undefined
  }

  #follow(): void {
    if (this.#following) return
    const following = new AbortController()
    this.#following = following
    void this.#run(following.signal)
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      for await (const entry of this.#journal.follow(signal)) {
        for (const watcher of this.#watchers) watcher(entry)
      }
    } catch {
      // The journal tells itself why it cannot be read; here it is tried again.
    }
    if (signal.aborted) return
    this.#following = undefined
    this.#again = setTimeout(() => {
      if (this.#watchers.size > 0) this.#follow()
    }, AGAIN)
  }
}

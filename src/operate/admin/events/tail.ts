/** Follows the journal once for all who watch it, as long as somebody does; what it tells is written down once for all of them. */
import { setImmediate as turn } from 'node:timers/promises'
import { clearTimeout, setTimeout } from '../../../base/time.js'
import type { JournalEntry, JournalReader } from '../../../store/journal/journal.js'

/** What everybody who watches is given at once. */
export interface Batch {
  /** Server-sent events: the entries, and how many are left out. */
  readonly text: Buffer
  /** That it tells, or leaves out. */
  readonly entries: number
}

type Watcher = (batch: Batch) => void

/** Milliseconds until a journal that ended or failed is followed again. */
const AGAIN = 2_000
/** Milliseconds for which entries are gathered. */
const GATHER = 100
/** Bytes of a batch, and of what all who watch get of one: the node has other work. The rest is left out. */
const MAX_BATCH_BYTES = 1024 ** 2
const MAX_TOTAL_BYTES = 4 * MAX_BATCH_BYTES
/** Watchers that are told in one turn of the event loop. */
const IN_A_TURN = 50

export class Tail {
  readonly #journal: JournalReader
  readonly #watchers = new Set<Watcher>()
  #following: AbortController | undefined
  #again: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #texts: string[] = []
  #length = 0
  /** That are sent or left out; of these, those that the batch has no room for. */
  #entries = 0
  #missed = 0

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

  /** Tells all that is gathered. */
  flush(): void {
    const batch = this.#batch()
    if (batch) for (const watcher of this.#watchers) watcher(batch)
  }

  close(): void {
    clearTimeout(this.#again)
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#batch()
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
    const missed = (entries: number) => this.#take(missedText(entries), entries)
    try {
      for await (const entry of this.#journal.follow(signal, missed)) this.#take(entry)
    } catch {
      // The journal tells itself why it cannot be read; here it is tried again.
    }
    if (signal.aborted) return
    this.#following = undefined
    this.#again = setTimeout(() => {
      if (this.#watchers.size > 0) this.#follow()
    }, AGAIN)
  }

  /** @param told  an entry, or the text that stands for several */
  #take(entry: JournalEntry | string, entries = 1): void {
    const most = Math.min(MAX_BATCH_BYTES, MAX_TOTAL_BYTES / this.#watchers.size)
    this.#entries += entries
    // One is told, however long it is.
    if (this.#length >= most) this.#missed += entries
    else {
      const text = typeof entry === 'string' ? entry : entryText(entry)
      this.#texts.push(text)
      this.#length += text.length
    }
    this.#gather()
  }

  #gather(): void {
    this.#gathering ??= setTimeout(() => void this.#send(), GATHER)
  }

  async #send(): Promise<void> {
    const gathering = this.#gathering
    const batch = this.#batch()
    let sent = 0
    for (const watcher of this.#watchers) {
      if (batch) watcher(batch)
      sent += 1
      if (sent % IN_A_TURN === 0) await turn()
    }
    // Closed meanwhile, another one may gather already.
    if (this.#gathering !== gathering) return
    this.#gathering = undefined
    if (this.#entries > 0) this.#gather()
  }

  /** Takes what is gathered. */
  #batch(): Batch | undefined {
    const [texts, entries, missed] = [this.#texts, this.#entries, this.#missed]
    this.#texts = []
    this.#length = 0
    this.#entries = 0
    this.#missed = 0
    if (entries === 0) return undefined
    return { text: Buffer.from(texts.join('') + missedText(missed)), entries }
  }
}

/** Empty for none. */
export function missedText(entries: number): string {
  return entries === 0 ? '' : `event: missed\ndata: ${entries}\n\n`
}

/** JSON has no line breaks, so an entry is one line whatever a peer has sent. */
function entryText(entry: JournalEntry): string {
  return `id: ${encodeURIComponent(entry.key)}\ndata: ${JSON.stringify(entry)}\n\n`
}

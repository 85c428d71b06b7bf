/** Has the file open and writes to it, in a thread: what cannot be written waits, and is tried again. */
import { messageOf } from '../../base/errno.js'
import { freeBytes } from '../../queue/sqlite/place.js'
import type { Captured } from '../journal.js'
import type { Page } from '../page.js'
import {
  asideOf,
  inodeOf,
  journalIn,
  openJournalFile,
  openToRead,
  setAside,
  type Unfit,
  unfitBy,
} from './database.js'
import type { ThreadOptions, Told } from './requests.js'
import { JournalStore } from './store.js'
import { trim } from './trim.js'

/** Bytes that stay free beside those that the queue needs: the journal stops first. */
const SPARE = 64 * 1024 ** 2

export class Keeper {
  readonly #options: ThreadOptions
  readonly #file: string
  readonly #tell: (told: Told) => void
  #store: JournalStore | undefined
  #inode = 0
  /** What is to be written, pages by their names. */
  readonly #pages = new Map<string, Page>()
  #envelopes: Captured[] = []
  /** True if nothing could be written last. */
  #trouble = false

  constructor(options: ThreadOptions, tell: (told: Told) => void) {
    this.#options = options
    this.#file = journalIn(options.stateDir)
    this.#tell = tell
  }

  /** @throws Error if the file cannot be opened */
  get store(): JournalStore {
    this.#store ??= this.#open()
    return this.#store
  }

  /** @returns how many pages are to be written */
  page(page: Page): number {
    this.#pages.set(page.name, page)
    return this.#pages.size
  }

  envelope(envelope: Captured): void {
    this.#envelopes.push(envelope)
  }

  /** Writes what is to be written, in one transaction. */
  flush(): void {
    if (this.#pages.size === 0 && this.#envelopes.length === 0) return
    try {
      const { store } = this
      this.#refuseCramped()
      const all = [...this.#pages.values()]
      store.write(all, this.#envelopes)
      const pages = all.map(({ name, entries }) => ({ name, entries }))
      this.#tell({ kind: 'written', pages, envelopes: this.#envelopes.length })
      this.#pages.clear()
      this.#envelopes = []
      this.#trouble = false
    } catch (error) {
      this.failed(error)
    }
  }

  /**
   * Once a second: what could not be written is tried again, and what is too old or too much goes.
   *
   * @returns true if there is more to do soon
   */
  upkeep(): boolean {
    try {
      this.leaveRemoved()
      this.flush()
      return trim(this.store, this.#options)
    } catch (error) {
      this.failed(error)
      return false
    }
  }

  /** Notes why the file could not be used; one that is unfit is set aside. */
  failed(error: unknown): void {
    const unfit = this.#store && unfitBy(error)
    if (unfit) this.#leave(unfit)
    // One warning, whatever else goes wrong until something is written again.
    if (unfit || this.#trouble) return
    this.#trouble = true
    const sentence = 'the journal cannot be written: what happens now may be missing there'
    this.#tell({ kind: 'warning', sentence, cause: messageOf(error) })
  }

  /** Closes a file that has no name any more: what is written to it is gone with this process. */
  leaveRemoved(): void {
    if (this.#store && inodeOf(this.#file) !== this.#inode) this.close()
  }

  close(): void {
    this.#store?.database.close()
    this.#store = undefined
  }

  #open(): JournalStore {
    const { serves, stateDir } = this.#options
    const { database, inode, unfit } = serves ? openJournalFile(stateDir) : openToRead(stateDir)
    this.#inode = inode
    if (unfit) this.#warnOf(unfit)
    return new JournalStore(database)
  }

  #leave(unfit: Unfit): void {
    this.close()
    // Another process may have been faster; its new file is in place then.
    if (!this.#options.serves || inodeOf(this.#file) !== this.#inode) return
    setAside(this.#file)
    this.#warnOf(unfit)
  }

  #warnOf({ what, cause }: Unfit): void {
    const sentence = `the journal ${what}: it was moved to ${asideOf(this.#file)}, and a new one begun`
    this.#tell({ kind: 'warning', sentence, cause })
  }

  #refuseCramped(): void {
    const { stateDir, minFree } = this.#options
    const free = freeBytes(stateDir)
    const mebibytes = (bytes: number) => Math.floor(bytes / 1024 ** 2)
    if (free >= minFree + SPARE) return
    throw new Error(
      `${mebibytes(free)} MiB are free on its disk, and ${mebibytes(minFree + SPARE)} have to stay so`,
    )
  }
}

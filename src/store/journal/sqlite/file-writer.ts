/** Has the file open and writes to it, in a thread: what cannot be written waits, and is tried again. */
import { messageOf } from '../../../base/errno.js'
import { freeBytes } from '../../sqlite/database-folder.js'
import type { Captured } from '../journal.js'
import { minuteBounds } from '../minutes/minutes.js'
import type { Page } from '../page.js'
import {
  inodeOf,
  journalIn,
  mayBeRead,
  openJournalFile,
  openTemporary,
  openToRead,
  setAside,
  type Unfit,
  unfitBy,
} from './database.js'
import { type PackedMinute, WaitingMinutes } from './minutes.js'
import type { ThreadOptions, ThreadReport } from './requests.js'
import { type Lost, takeOver } from './salvage.js'
import { JournalStore } from './store.js'
import { trim } from './trim.js'

/** Bytes that stay free beside those that the queue needs: the journal stops first. */
const SPARE = 64 * 1024 ** 2

export class Keeper {
  readonly #options: ThreadOptions
  readonly #file: string
  readonly #report: (report: ThreadReport) => void
  #store: JournalStore | undefined
  #inode = 0
  /** What is to be written, pages by their names. */
  readonly #pages = new Map<string, Page>()
  #envelopes: Captured[] = []
  readonly #minutes: WaitingMinutes
  /** True if nothing could be written last. */
  #trouble = false

  constructor(options: ThreadOptions, report: (report: ThreadReport) => void) {
    this.#options = options
    this.#file = journalIn(options.stateDir)
    this.#report = report
    this.#minutes = new WaitingMinutes(minuteBounds(options.maxBytes, options.minutes))
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

  minute(minute: PackedMinute): void {
    this.#minutes.add(minute)
  }

  /** Writes what is to be written: minutes in one transaction, all else in another. */
  flush(): void {
    if (this.#pages.size === 0 && this.#envelopes.length === 0 && !this.#minutes.any) return
    try {
      this.#write()
    } catch (error) {
      // What waits goes into the file that has taken the place of one that was damaged.
      if (this.failed(error)) this.#writeAgain()
    }
  }

  #writeAgain(): void {
    try {
      this.#write()
    } catch (error) {
      this.failed(error)
    }
  }

  #write(): void {
    const { store } = this
    this.#refuseCramped()
    this.#minutes.writeTo(store)
    const all = [...this.#pages.values()]
    store.write(all, this.#envelopes)
    const pages = all.map(({ name, entries }) => ({ name, entries }))
    this.#report({ written: { pages, envelopes: this.#envelopes.length } })
    this.#pages.clear()
    this.#envelopes = []
    this.#trouble = false
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

  /**
   * Notes why the file could not be used. One that is unfit is left for what can still be read of it.
   *
   * @returns true if it was: then what failed may be tried again
   */
  failed(error: unknown): boolean {
    const unfit = this.#store && unfitBy(error)
    if (unfit) return this.#leave(unfit)
    this.#warnOnce(error)
    return false
  }

  /** One warning, whatever else goes wrong until something is written again. A command writes nothing. */
  #warnOnce(error: unknown): void {
    if (this.#trouble || !this.#options.serves) return
    this.#trouble = true
    const sentence = 'the journal cannot be written: what happens now may be missing there'
    this.#report({ warning: { sentence, cause: messageOf(error) } })
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
    try {
      const { database, inode } = serves ? openJournalFile(stateDir) : openToRead(stateDir)
      this.#inode = inode
      return new JournalStore(database)
    } catch (error) {
      const unfit = unfitBy(error)
      if (!unfit || (!serves && !mayBeRead(unfit))) throw error
      this.#inode = inodeOf(this.#file) ?? 0
      return serves ? this.#begin(unfit) : this.#lookInto(unfit)
    }
  }

  #leave(unfit: Unfit): boolean {
    this.close()
    try {
      // Another process may have been faster; its new file is in place then.
      if (inodeOf(this.#file) === this.#inode)
        this.#store = this.#options.serves ? this.#begin(unfit) : this.#lookInto(unfit)
      return true
    } catch (error) {
      this.#warnOnce(error)
      return false
    }
  }

  /** Sets the file aside, and begins a new one with what can be read of it. */
  #begin(unfit: Unfit): JournalStore {
    const aside = setAside(this.#file, unfit)
    const { database, inode } = openJournalFile(this.#options.stateDir)
    this.#inode = inode
    const store = new JournalStore(database)
    const lost = mayBeRead(unfit) ? this.#taken(aside, store, () => this.#room()) : undefined
    const what = `the journal ${unfit.what}: it was moved to ${aside}, and a new one begun`
    const sentence = lost ? `${what}. ${unreadIn(lost)}` : what
    this.#report({ warning: { sentence, cause: unfit.cause } })
    return store
  }

  /** For a command, which moves nothing. */
  #lookInto({ cause }: Unfit): JournalStore {
    const store = new JournalStore(openTemporary())
    const lost = this.#taken(this.#file, store, () => Number.POSITIVE_INFINITY)
    const sentence = `the journal is damaged: ${this.#file}. ${unreadIn(lost)}`
    this.#report({ warning: { sentence, cause } })
    return store
  }

  #taken(from: string, store: JournalStore, room: () => number): Lost {
    try {
      return takeOver(from, store, room)
    } catch (error) {
      store.database.close()
      throw error
    }
  }

  /** Bytes that may be written until what the queue needs is touched. */
  #room(): number {
    const { stateDir, minFree } = this.#options
    return freeBytes(stateDir) - minFree - SPARE
  }

  #refuseCramped(): void {
    const room = this.#room()
    if (room >= 0) return
    const { minFree } = this.#options
    const mebibytes = (bytes: number) => Math.floor(bytes / 1024 ** 2)
    const needed = minFree + SPARE
    throw new Error(
      `${mebibytes(room + needed)} MiB are free on its disk, and ${mebibytes(needed)} have to stay so`,
    )
  }
}

/** What of a damaged journal could not be read, for people. */
function unreadIn({ taken, entries, from, to, envelopes, cramped }: Lost): string {
  const lost = [
    ...(entries > 0 ? [`${entries} entries${spanOf(from, to)}`] : []),
    ...(envelopes > 0 ? [`${envelopes} envelopes`] : []),
  ]
  const older = cramped ? '; the disk has no room for what is older, which is there only' : ''
  if (lost.length > 0) return `${lost.join(' and ')} cannot be read, all else could${older}`
  return `${taken > 0 ? 'All entries could still be read' : 'No entry of it was read'}${older}`
}

function spanOf(from: number | undefined, to: number | undefined): string {
  if (from === undefined || to === undefined) return ''
  return ` between ${new Date(from).toISOString()} and ${new Date(to).toISOString()}`
}

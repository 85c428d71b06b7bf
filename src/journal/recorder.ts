/** Takes events down: fills pages, and hands them over when they are full, and once a second while they grow. */
import { randomBytes } from 'node:crypto'
import type { NodeEvent } from '../observer/events.js'
import type { Followers } from './followers.js'
import { type Kept, keptOf, keyOf } from './line.js'
import { OpenPage, type Page } from './page.js'

/** Milliseconds for which an entry may be in memory only. */
const WRITE = 1_000
/** Milliseconds for which a page may grow. */
const LONGEST = 60_000

export interface RecorderOptions {
  /** URI of the node. */
  readonly node: string
  /**
   * Keeps a page in place of what there is of it.
   *
   * @param full  true if it grows no more: then its lines are no longer used here
   * @returns false if it cannot be kept now
   */
  put(page: Page, full: boolean): boolean
  /** Milliseconds for which a page may grow. Default: a minute. */
  readonly longest?: number | undefined
}

export class Recorder {
  readonly #options: RecorderOptions
  readonly #followers: Followers
  readonly #writer = randomBytes(6).toString('hex')
  #number = 0
  #page: OpenPage | undefined
  /** Entries of the page that were handed over. */
  #put = 0
  #timer: NodeJS.Timeout | undefined
  #lost = 0
  #closed = false

  constructor(options: RecorderOptions, followers: Followers) {
    this.#options = options
    this.#followers = followers
  }

  /** Events that could not be kept. */
  get lost(): number {
    return this.#lost
  }

  /** What the names of its pages begin with. */
  get writer(): string {
    return this.#writer
  }

  readonly record = (event: NodeEvent): void => {
    try {
      this.#record(event)
    } catch {
      // What cannot be written as JSON is no event; whoever tells of it must not suffer.
      this.#lost += 1
    }
  }

  #record(event: NodeEvent): void {
    const kept = keptOf(event)
    if (!kept) return
    if (this.#closed) {
      this.#lost += 1
      return
    }
    const at = Date.now()
    const page = this.#pageFor(kept, at)
    if (this.#followers.any) {
      const key = keyOf(page, at, page.entries - 1)
      this.#followers.tell({ key, at, node: this.#options.node, event: kept.event })
    }
    this.#timer ??= setTimeout(() => this.flush(), WRITE).unref()
  }

  /** Hands over what was not yet. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const page = this.#page
    if (!page) return
    if (Date.now() - page.opened >= (this.#options.longest ?? LONGEST) || Date.now() < page.opened)
      this.#end(page)
    else if (page.entries > this.#put && this.#options.put(page.content, false)) {
      this.#put = page.entries
    }
  }

  /** Hands the page over; whatever comes now is lost. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    if (this.#page) this.#end(this.#page)
  }

  /** Counts what was handed over, and could not be kept then. */
  miss(entries: number): void {
    this.#lost += entries
  }

  /** The page that it was added to. */
  #pageFor(kept: Kept, at: number): OpenPage {
    if (this.#page?.add(kept, at)) return this.#page
    if (this.#page) this.#end(this.#page)
    this.#number += 1
    const name = `${this.#writer}.${this.#number.toString(36).padStart(5, '0')}`
    const page = new OpenPage(name, this.#options.node, at)
    if (!page.add(kept, at)) throw new RangeError('an entry is longer than a page')
    this.#page = page
    return page
  }

  #end(page: OpenPage): void {
    this.#page = undefined
    const kept = page.entries === 0 || this.#options.put(page.content, true)
    if (!kept) this.#lost += page.entries - this.#put
    this.#put = 0
  }
}

/** Takes events down: fills pages, and hands them over when they are full, and a few times a second while they grow. */
import { randomBytes } from 'node:crypto'
import { clearTimeout, setTimeout, wallTime } from '../../base/time.js'
import type { NodeEvent } from '../../message/events/events.js'
import type { Followers } from './followers.js'
import { keyOf } from './key.js'
import { OpenPage, type Page } from './page.js'

/** Milliseconds after which an entry is handed over. */
const WITHIN = 250
/** Milliseconds for which a page may grow. */
const MAX_PAGE_AGE = 60_000

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
  /** Milliseconds after which an entry is handed over. Default: 250. */
  readonly within?: number | undefined
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
      // What cannot be written as JSON is no event; whoever reports it must not suffer.
      this.#lost += 1
    }
  }

  #record(event: NodeEvent): void {
    if (isOneOfMany(event)) return
    if (this.#closed) {
      this.#lost += 1
      return
    }
    const at = wallTime()
    const { page, kept } = this.#takeDown(event, at)
    if (this.#followers.any) {
      const key = keyOf(page, at, page.entries - 1)
      this.#followers.notify({ key, at, node: this.#options.node, event: kept })
    }
    this.#timer ??= setTimeout(() => this.flush(), this.#options.within ?? WITHIN).unref()
  }

  /** Hands over what was not yet. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const page = this.#page
    if (!page) return
    if (
      wallTime() - page.opened >= (this.#options.longest ?? MAX_PAGE_AGE) ||
      wallTime() < page.opened
    )
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

  #takeDown(event: NodeEvent, at: number): { readonly page: OpenPage; readonly kept: NodeEvent } {
    const growing = this.#page
    const kept = growing?.add(event, at)
    if (growing && kept) return { page: growing, kept }
    if (growing) this.#end(growing)
    this.#number += 1
    const name = `${this.#writer}.${this.#number.toString(36).padStart(5, '0')}`
    const page = new OpenPage(name, this.#options.node, at)
    const first = page.add(event, at)
    if (!first) throw new RangeError('an entry is longer than a page')
    this.#page = page
    return { page, kept: first }
  }

  #end(page: OpenPage): void {
    this.#page = undefined
    const kept = page.entries === 0 || this.#options.put(page.content, true)
    if (!kept) this.#lost += page.entries - this.#put
    this.#put = 0
  }
}

/** True for those with which a flood would fill the journal. */
function isOneOfMany(event: NodeEvent): boolean {
  if (event.event === 'connection') return true
  return (event.event === 'exchange' || event.event === 'refused') && event.again === true
}

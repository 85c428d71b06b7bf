/** Gives messages to a destination turns, so many in a second, in the order in which they come for one. */
import { monotonicTime } from '../../base/time.js'

/** Messages that are recognized when they come back for their turn; others may be put behind later ones. */
const MAX_RECOGNIZED = 100_000

/** Milliseconds for which a turn is kept for who comes late for it. */
const GRACE = 250

/**
 * Turns are as far apart as the rate says. One that is due goes to the first message that comes back for one; a message
 * that comes for the first time is put at the end, or has its turn at once if nobody waits.
 */
export class TurnLine {
  /** Milliseconds from one turn to the next. */
  readonly #gap: number
  readonly #now: () => number
  /** The first turn that nobody has taken, by `#now`. */
  #first: number
  /** The next turn that nobody waits for. */
  #end: number
  /** Those who wait and have come back too early since a turn was taken. */
  #early = 0
  /** Ids of messages that wait, in order. */
  readonly #waiting = new Set<string>()

  /**
   * @param perSecond  turns in a second
   * @param now        milliseconds by a clock that nobody sets
   */
  constructor(perSecond: number, now: () => number = monotonicTime) {
    this.#gap = 1_000 / perSecond
    this.#now = now
    this.#first = now()
    this.#end = this.#first
  }

  /**
   * Takes a turn if one is due.
   *
   * @param id  of the message
   * @returns milliseconds until it may come back; 0 if it has its turn
   */
  take(id: string): number {
    const now = this.#begin()
    const nobodyWaits = this.#first === this.#end
    if (nobodyWaits && this.#end <= now) {
      this.#end += this.#gap
      return this.#taken(id)
    }
    const isBack = this.#waiting.has(id)
    const due = isBack ? this.#first : this.#first + GRACE
    if (!nobodyWaits && due <= now) return this.#taken(id)
    if (isBack && !nobodyWaits) {
      this.#early += 1
      return Math.max(1, this.#first + (this.#early - 1) * this.#gap - now)
    }
    return this.#wait(id, now)
  }

  /**
   * A turn for who waits for it where it is, and does not come back for it.
   *
   * @param most  milliseconds that it can wait
   * @returns milliseconds until its turn, and whether it has one: it has none beyond `most`
   */
  reserve(most: number): { readonly wait: number; readonly reserved: boolean } {
    const now = this.#begin()
    const wait = Math.max(0, this.#end - now)
    if (wait > most) return { wait, reserved: false }
    // It is taken already: those behind it move up to the turns that are left.
    if (this.#first === this.#end) this.#first += this.#gap
    this.#end += this.#gap
    return { wait, reserved: true }
  }

  /** Turns that nobody has come for in time are lost. @returns now */
  #begin(): number {
    const now = this.#now()
    const oldest = now - 2 * GRACE
    if (this.#first < oldest) {
      const lost = Math.ceil((oldest - this.#first) / this.#gap) * this.#gap
      this.#first = Math.min(this.#first + lost, Math.max(this.#end, now))
    }
    if (this.#end < this.#first) this.#end = this.#first
    if (this.#first === this.#end && this.#end < now) {
      this.#first = now
      this.#end = now
    }
    return now
  }

  #taken(id: string): 0 {
    this.#first += this.#gap
    this.#early = 0
    this.#waiting.delete(id)
    return 0
  }

  #wait(id: string, now: number): number {
    const wait = Math.max(1, this.#end - now)
    this.#end += this.#gap
    this.#waiting.delete(id)
    this.#waiting.add(id)
    const [oldest] = this.#waiting
    if (this.#waiting.size > MAX_RECOGNIZED && oldest !== undefined) this.#waiting.delete(oldest)
    return wait
  }
}

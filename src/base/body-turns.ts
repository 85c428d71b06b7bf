/** Bounds what one turn of the event loop reads of bodies, so that whoever connects meanwhile is not behind all of them. */
import { setImmediate } from './time.js'

/** Bytes of bodies in one turn; the rest of the turn is for others. */
const MAX_TURN_BYTES = 1024 ** 2

/** A connection on which a body may be under way. */
export interface Reading {
  /** Reads no more of a body until it is released. */
  hold(): void
  release(): void
}

/**
 * The system tells in one turn of all connections that can be read, and each would be read to its end: who connects
 * stands behind them. Once a turn has read enough, all bodies are held until the next one. Who was read then waits
 * until those that were not have had their turn.
 */
export class BodyTurns {
  readonly #all = new Set<Reading>()
  /** Those that were read in this round. */
  readonly #read = new Set<Reading>()
  #bytes = 0
  /** From the first turn with too much on, until one has less. */
  #round = false
  #begun = false

  add(one: Reading): void {
    this.#all.add(one)
  }

  delete(one: Reading): void {
    this.#all.delete(one)
    this.#read.delete(one)
  }

  /** Bytes of a body were read. */
  count(bytes: number, one: Reading): void {
    this.#bytes += bytes
    this.#read.add(one)
    if (!this.#begun) {
      this.#begun = true
      setImmediate(this.#next)
    }
    if (this.#bytes >= MAX_TURN_BYTES) {
      this.#round = true
      for (const each of this.#all) each.hold()
    } else if (this.#round) one.hold()
  }

  readonly #next = (): void => {
    const full = this.#bytes >= MAX_TURN_BYTES
    this.#bytes = 0
    if (!full) this.#read.clear()
    if (this.#round) for (const one of this.#all) if (!this.#read.has(one)) one.release()
    this.#round = full
    this.#begun = full
    if (full) setImmediate(this.#next)
  }
}

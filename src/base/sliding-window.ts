/** Counts what happened in a time that ends now, in little memory: never too few of them. */

/** Parts of the time that are counted apart: what is counted falls out that much of it late. */
const SLOTS = 32

export class SlidingWindow {
  readonly #slot: number
  readonly #counts = new Uint32Array(SLOTS + 1)
  /** Number of the latest slot, since the clock began. */
  #latest = 0
  #sum = 0

  /** @param length  in milliseconds */
  constructor(length: number) {
    this.#slot = length / SLOTS
  }

  /** Milliseconds until one more makes no more than `most`; 0 if that is so now. */
  wait(most: number, now: number): number {
    this.#advance(now)
    let left = this.#sum
    for (let slot = this.#latest - SLOTS; slot <= this.#latest; slot += 1) {
      if (left < most) break
      left -= this.#counts[this.#index(slot)] ?? 0
      if (left < most) return (slot + SLOTS + 1) * this.#slot - now
    }
    return 0
  }

  add(now: number, count = 1): void {
    this.#advance(now)
    const index = this.#index(this.#latest)
    this.#counts[index] = (this.#counts[index] ?? 0) + count
    this.#sum += count
  }

  /** True if nothing is counted. */
  isEmpty(now: number): boolean {
    this.#advance(now)
    return this.#sum === 0
  }

  #advance(now: number): void {
    const slot = Math.floor(now / this.#slot)
    const from = Math.max(this.#latest + 1, slot - SLOTS)
    for (let next = from; next <= slot; next += 1) {
      const index = this.#index(next)
      this.#sum -= this.#counts[index] ?? 0
      this.#counts[index] = 0
    }
    this.#latest = Math.max(this.#latest, slot)
  }

  /** Before the clock began there is a slot, too. */
  #index(slot: number): number {
    return (slot + SLOTS + 1) % (SLOTS + 1)
  }
}

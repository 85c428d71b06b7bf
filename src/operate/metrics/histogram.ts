/** Durations, counted by how long they were. */

/** Upper bounds in seconds: a call takes below one, an attempt from the queue up to minutes. */
export const BOUNDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const

const MILLISECONDS = BOUNDS.map((bound) => bound * 1000)

export class Spread {
  /** For each bound those that are up to it and above the one before it. */
  readonly counts: number[] = BOUNDS.map(() => 0)
  count = 0
  #milliseconds = 0

  get seconds(): number {
    return this.#milliseconds / 1000
  }

  add(milliseconds: number): void {
    this.count += 1
    this.#milliseconds += milliseconds
    for (let index = 0; index < MILLISECONDS.length; index += 1) {
      if (milliseconds <= (MILLISECONDS[index] ?? 0)) {
        this.counts[index] = (this.counts[index] ?? 0) + 1
        return
      }
    }
  }
}

/** Lets only so many tests of a file in at once, where all of them would be too many for a machine. */

export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Waits for a place, which is free again after the test. */
  async take(t: { teardown(clean: () => void): void }): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    t.teardown(() => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    })
  }
}

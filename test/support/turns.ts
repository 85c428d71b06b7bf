/** Lets only so many in at once, where all of them would be too many for a machine. */

export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** @returns what gives the place to the next one */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

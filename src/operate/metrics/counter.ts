/** Numbers by the values of their labels, of which there are never more than a bound. */
import type { Labels, Sample } from './exposed.js'

/** Stands for every value that is not known, and for those that came when there were enough. */
export const OTHER = 'other'

/** Between two values. */
const BETWEEN = '\u0000'

export class Tally<Name extends string> {
  readonly #names: readonly Name[]
  readonly #most: number
  readonly #numbers = new Map<string, number>()

  /**
   * @param names  of the labels
   * @param most   sets of values that are distinguished: a peer that finds a way to name values fills no memory
   */
  constructor(names: readonly Name[], most = 200) {
    this.#names = names
    this.#most = most
  }

  /** Has them at 0 from the start, so that the first one is seen as a change. */
  from(...all: readonly (readonly string[])[]): this {
    for (const values of all) this.#numbers.set(values.join(BETWEEN), 0)
    return this
  }

  /** @param values  of the labels, in their order */
  add(values: readonly string[], more = 1): void {
    const key = values.join(BETWEEN)
    const number = this.#numbers.get(key)
    if (number !== undefined || this.#numbers.size < this.#most) {
      this.#numbers.set(key, (number ?? 0) + more)
    } else {
      const others = values.map(() => OTHER).join(BETWEEN)
      this.#numbers.set(others, (this.#numbers.get(others) ?? 0) + more)
    }
  }

  get samples(): readonly Sample[] {
    return [...this.#numbers].map(([key, value]) => {
      const values = key.split(BETWEEN)
      const labels: Labels = Object.fromEntries(
        this.#names.map((name, index) => [name, values[index] ?? '']),
      )
      return { labels, value }
    })
  }
}

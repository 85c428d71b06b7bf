/** The last lines of a log, in memory: as they were written, the oldest first, and warnings for longer than others. */

export interface RecentBounds {
  readonly lines: number
  /** Warnings and errors. */
  readonly warnings: number
  /** Characters of a line; a longer one is cut. */
  readonly length: number
}

export const RECENT_BOUNDS: RecentBounds = Object.freeze({
  lines: 200,
  warnings: 100,
  length: 8_192,
})

const WARNING = /^\{"level":"(?:warn|error)"/

export class RecentLines {
  readonly #length: number
  readonly #lines: Last
  readonly #warnings: Last

  constructor({ length, lines, warnings }: RecentBounds = RECENT_BOUNDS) {
    this.#length = length
    this.#lines = new Last(lines)
    this.#warnings = new Last(warnings)
  }

  /** @param line  as the log writes it */
  keep(line: string): void {
    const short = line.length > this.#length ? cut(line, this.#length) : line
    this.#lines.add(short)
    if (WARNING.test(line)) this.#warnings.add(short)
  }

  get all(): readonly string[] {
    return this.#lines.all
  }

  get warnings(): readonly string[] {
    return this.#warnings.all
  }
}

/** A ring: the oldest line makes way for the next. */
class Last {
  readonly #most: number
  readonly #ring: string[] = []
  #next = 0

  constructor(most: number) {
    this.#most = most
  }

  add(line: string): void {
    this.#ring[this.#next] = line
    this.#next = (this.#next + 1) % this.#most
  }

  get all(): readonly string[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)]
  }
}

/** A copy: a part of a string keeps all of it in memory. */
function cut(line: string, length: number): string {
  return Buffer.from(`${line.slice(0, length)}…`).toString()
}

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
  readonly #bounds: RecentBounds
  readonly #lines: string[] = []
  readonly #warnings: string[] = []

  constructor(bounds: RecentBounds = RECENT_BOUNDS) {
    this.#bounds = bounds
  }

  /** @param line  as the log writes it */
  keep(line: string): void {
    const { lines, warnings, length } = this.#bounds
    const short = line.length > length ? cut(line, length) : line
    add(this.#lines, short, lines)
    if (WARNING.test(line)) add(this.#warnings, short, warnings)
  }

  get all(): readonly string[] {
    return this.#lines
  }

  get warnings(): readonly string[] {
    return this.#warnings
  }
}

function add(to: string[], line: string, most: number): void {
  to.push(line)
  if (to.length > most) to.shift()
}

/** A copy: a part of a string keeps all of it in memory. */
function cut(line: string, length: number): string {
  return Buffer.from(`${line.slice(0, length)}…`).toString()
}

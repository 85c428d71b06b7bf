/** What a terminal can do that a pipe and a file cannot: colours, and a width that lines should fit. */

const CODES = { good: 32, waits: 33, bad: 31, dim: 2 } as const

/** Colours a text that is safe, on a terminal that has colours. */
export function painted(text: string, colour: keyof typeof CODES): string {
  return hasColours() ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text
}

/** https://no-color.org: set to anything, it means none. */
function hasColours(): boolean {
  return process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}

/** Characters of a line; undefined if there is no bound. */
export function lineWidth(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined
}

/** Fewest characters of a cell that is cut. */
const NARROWEST = 6

/**
 * Cuts the widest cells of a table until its rows fit.
 *
 * @param whole  columns whose cells are not cut, as they are to be copied
 * @param most   characters of a row. Default: those of the terminal; no bound without one
 */
export function fitted(
  rows: readonly (readonly string[])[],
  whole: ReadonlySet<number>,
  most: number | undefined = lineWidth(),
): readonly (readonly string[])[] {
  if (most === undefined) return rows
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => [...(row[column] ?? '')].length)),
  )
  const total = () => widths.reduce((sum, width) => sum + width, 0) + 2 * (columns - 1)
  for (let over = total() - most; over > 0; over -= 1) {
    const widest = widths.reduce(
      (best, width, column) =>
        !whole.has(column) && width > (best === -1 ? NARROWEST : (widths[best] ?? 0))
          ? column
          : best,
      -1,
    )
    if (widest === -1) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return rows.map((row) => row.map((cell, column) => cut(cell, widths[column] ?? 0)))
}

/** @returns as much of a text as there is room for */
export function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

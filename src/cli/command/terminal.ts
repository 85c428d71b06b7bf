/** What a terminal has that a pipe and a file have not: a width that lines should fit. */

/** Characters of a line; undefined if there is no bound. */
export function lineWidth(): number | undefined {
  // A terminal that does not know how wide it is says 0.
  return process.stdout.isTTY ? process.stdout.columns || undefined : undefined
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
  return characters.length <= most
    ? text
    : `${characters.slice(0, Math.max(0, most - 1)).join('')}…`
}

/** Breaks a line of Markdown where it grows longer than the sources of the documentation have it. */
const WIDTH = 120

/** @param indent  of the lines after the first, as in a list */
export function filled(line: string, indent = ''): string {
  const lines: string[] = []
  // A code span stays in one piece.
  for (const word of line.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + word)
  }
  return lines.join('\n')
}

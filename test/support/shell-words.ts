/** The words of a command line, as a shell takes them apart: quotes, and lines that go on. */

export function wordsOf(line: string): readonly string[] {
  return [...line.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}

/** From the name of the program on, without variables before it, and without where its output goes. */
export function commandIn(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
  const end = words.findIndex((word) => ['>', '|', '<', '&&'].includes(word))
  return words.slice(start, end === -1 ? undefined : end)
}

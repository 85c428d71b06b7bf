/** The words of a command line, as a shell takes them apart: quotes, and lines that go on. */

export function wordsOf(line: string): readonly string[] {
  return [...line.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
  )
}

/** The call of the program, without variables before it, what it is fed from, and where its output goes. */
export function commandIn(words: readonly string[]): readonly string[] {
  const named = words.indexOf('waybill')
  const fed = words.lastIndexOf('|', named) + 1
  const start = words.findIndex((word, index) => index >= fed && !/^[A-Z_]+=/.test(word))
  const end = words.findIndex(
    (word, index) => index > start && ['>', '|', '<', '&&'].includes(word),
  )
  return words.slice(start, end === -1 ? undefined : end)
}

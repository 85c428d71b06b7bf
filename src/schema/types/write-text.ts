/** Writes the small parts of TypeScript: texts, keys and comments. */

const WIDTH = 100

/** A text as a literal. */
export function literal(text: string): string {
  const quoted = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${quoted.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

export function keyText(key: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? key : literal(key)
}

/** A comment of sentences and lines; nothing if there are none. */
export function comment(paragraphs: readonly string[], indent = ''): string {
  const lines = paragraphs.flatMap((paragraph) => wrap(plain(paragraph), WIDTH - indent.length - 3))
  const [only] = lines
  if (only === undefined) return ''
  if (lines.length === 1 && indent.length + only.length + 7 <= WIDTH) {
    return `${indent}/** ${only} */\n`
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */\n`].join(
    '\n',
  )
}

/** Text that neither ends a comment nor breaks its lines. */
function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().replaceAll('*/', '*\\/')
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  if (line !== '') lines.push(line)
  return lines
}

/** Types of which a value is one. */
export function unionText(members: readonly string[]): string {
  return [...new Set(members)].join(' | ')
}

/** In brackets, where an operator would bind wrongly. */
export function arrayText(item: string): string {
  return / [|&] |^readonly /.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`
}

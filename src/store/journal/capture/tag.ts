/** Finds the parts of a start tag in the text of a document that was read: its end, and the values in it. */

/** Offsets into the text; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Tag {
  /** Just past its `>`. */
  readonly end: number
  /** Of each attribute, by its name as it is written, the value without its quotes. */
  readonly values: ReadonlyMap<string, Span>
}

/** What comes next in a tag: the name of an attribute, or the end. */
const NEXT = /[^ \t\r\n=>/"']+|>/g

/** @param start  of the `<` */
export function tagAt(source: string, start: number): Tag {
  const values = new Map<string, Span>()
  const next = new RegExp(NEXT)
  // The name of the element comes first.
  next.lastIndex = start + 1
  next.exec(source)
  for (;;) {
    const [name] = next.exec(source) ?? []
    if (name === undefined || name === '>') return { end: next.lastIndex, values }
    const quote = openingQuote(source, next.lastIndex)
    const end = source.indexOf(source[quote] ?? '', quote + 1)
    values.set(name, { start: quote + 1, end })
    next.lastIndex = end + 1
  }
}

/** XML 1.0 §3.1: between name and value stand white space and an equals sign. */
function openingQuote(source: string, from: number): number {
  let at = from
  while (source[at] !== '"' && source[at] !== "'") at += 1
  return at
}

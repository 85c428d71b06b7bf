/** XML that is written line by line, for people to read as well. */
import { escapeAttribute, escapeText } from '../../xml/write.js'

/** Lines of well-formed XML; one that holds several keeps them as they are. */
export type Lines = readonly string[]

type Attributes = Readonly<Record<string, string | undefined>>

/**
 * An element with its content indented.
 *
 * @param attributes  in their order; one that is undefined is left out
 */
export function tag(name: string, attributes: Attributes, ...content: readonly Lines[]): Lines {
  const start = `<${name}${written(attributes)}`
  const inside = content.flat()
  return inside.length === 0
    ? [`${start}/>`]
    : [`${start}>`, ...inside.map((line) => `  ${line}`), `</${name}>`]
}

/** An element with a text in it; nothing without one. */
export function textTag(name: string, text: string | undefined): Lines {
  return text === undefined ? [] : [`<${name}>${escapeText(text)}</${name}>`]
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}="${escapeAttribute(value)}"`],
    )
    .join('')
}

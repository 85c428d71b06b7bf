/** Header fields with a value and parameters: Content-Type and Content-Disposition (RFC 2045 §5.1). */
import { MalformedMime } from './malformed.js'

export interface Structured {
  /** In lower case. */
  readonly value: string
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const VALUE = new RegExp(`^${TOKEN}(?:/${TOKEN})?`)
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s";]+)))?`,
  'y',
)

/**
 * Comments are refused: no SOAP sender writes them, and readers differ about them.
 *
 * @throws MalformedMime for anything else, and for a repeated parameter
 */
export function readStructured(text: string): Structured {
  const value = VALUE.exec(text)?.[0]
  if (value === undefined) throw unreadable()
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = value.length
  const end = text.trimEnd().length
  while (PARAMETER.lastIndex < end) {
    const match = PARAMETER.exec(text)
    if (!match) throw unreadable()
    const [, name, quoted, token] = match
    if (name === undefined) continue
    if (parameters.has(name.toLowerCase())) throw unreadable()
    parameters.set(name.toLowerCase(), token ?? (quoted ?? '').replace(/\\(.)/g, '$1'))
  }
  return { value: value.toLowerCase(), parameters }
}

function unreadable(): MalformedMime {
  return new MalformedMime('a header field that cannot be read')
}

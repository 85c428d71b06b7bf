/** Reads a start tag or empty element tag: its name, its attributes, where it ends. */
import { endOfName, expandReferences, normalizeAttribute, shown, skipSpace } from './characters.js'
import type { XmlLimits } from './limits.js'
import type { RawAttribute } from './namespaces.js'
import type { UnreadableKind } from './unreadable.js'

export interface StartTag {
  readonly qname: string
  /** In document order, namespace declarations among them. */
  readonly attributes: readonly RawAttribute[]
  /** True for `<a/>`, which is its own end tag. */
  readonly empty: boolean
  /** Offset just past the `>`. */
  readonly end: number
}

/** Refuses the document for what is at an offset. */
export type Refuse = (kind: UnreadableKind, what: string, at: number) => never

const SLASH = 0x2f
const GREATER_THAN = 0x3e
const NONE: readonly RawAttribute[] = []

/** @param start  offset of the `<` */
export function readStartTag(
  text: string,
  start: number,
  limits: XmlLimits,
  refuse: Refuse,
): StartTag {
  const qname = readName(text, start + 1, limits, refuse)
  const after = skipSpace(text, start + 1 + qname.length)
  if (text.charCodeAt(after) === GREATER_THAN) {
    return { qname, attributes: NONE, empty: false, end: after + 1 }
  }
  const attributes: RawAttribute[] = []
  const seen = new Set<string>()
  let declarations = 0
  for (let at = start + 1 + qname.length; ; ) {
    const before = at
    at = skipSpace(text, at)
    const code = text.charCodeAt(at)
    if (code === GREATER_THAN) return { qname, attributes, empty: false, end: at + 1 }
    if (code === SLASH && text.charCodeAt(at + 1) === GREATER_THAN) {
      return { qname, attributes, empty: true, end: at + 2 }
    }
    if (at === before) refuse('malformed', 'no white space before an attribute', at)
    const name = readName(text, at, limits, refuse)
    // XML 1.0 §3.1: "An attribute name MUST NOT appear more than once in the same start-tag".
    if (seen.size === seen.add(name).size) refuse('malformed', `${shown(name)} stands twice`, at)
    const { value, end } = readValue(text, at + name.length, limits, refuse)
    attributes.push({ name, value })
    if (name === 'xmlns' || name.startsWith('xmlns:')) declarations += 1
    bound(limits, 'namespaces', declarations, refuse, at)
    bound(limits, 'attributes', attributes.length - declarations, refuse, at)
    at = end
  }
}

/** The Name at an offset. */
export function readName(text: string, start: number, limits: XmlLimits, refuse: Refuse): string {
  const end = endOfName(text, start)
  bound(limits, 'name', end - start, refuse, start)
  if (end === start) refuse('malformed', 'no name where one must be', start)
  return text.slice(start, end)
}

/** Reads `= "value"` behind the name of an attribute. */
function readValue(
  text: string,
  start: number,
  limits: XmlLimits,
  refuse: Refuse,
): { readonly value: string; readonly end: number } {
  const equals = skipSpace(text, start)
  const open = skipSpace(text, equals + 1)
  const quote = text[open]
  if (text[equals] !== '=' || (quote !== '"' && quote !== "'")) {
    refuse('malformed', 'an attribute without a quoted value', start)
  }
  const close = text.indexOf(quote, open + 1)
  if (close === -1) refuse('malformed', 'an attribute value without end', open)
  const raw = text.slice(open + 1, close)
  if (raw.includes('<')) refuse('malformed', '< in an attribute value', open)
  const value = expandReferences(normalizeAttribute(raw))
  if (value === undefined) refuse('malformed', NO_SUCH_REFERENCE, open)
  bound(limits, 'attributeValue', value.length, refuse, open)
  return { value, end: close + 1 }
}

export const NO_SUCH_REFERENCE =
  'a reference that is neither to a character nor to one of the five entities'

export function bound(
  limits: XmlLimits,
  limit: keyof XmlLimits,
  count: number,
  refuse: Refuse,
  at: number,
): void {
  if (count > limits[limit]) {
    refuse('limit', `more than ${limits[limit]} (limits.${limit})`, at)
  }
}

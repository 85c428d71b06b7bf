/** Reads a start tag or empty element tag: its name, its attributes, where it ends. */
import {
  endOfName,
  endOfPiece,
  expandReferences,
  normalizeAttribute,
  shown,
  skipSpace,
} from './characters.js'
import type { XmlLimits } from './limits.js'
import type { RawAttribute } from './namespaces.js'
import type { UnreadableKind } from './unreadable.js'
import { PORTION } from './walk.js'

/** A start tag, as far as it has been read. */
export interface StartTag {
  readonly qname: string
  /** Offset of the `<`. */
  readonly start: number
  /** In document order, namespace declarations among them. */
  readonly attributes: RawAttribute[]
  /** Their names, once there are any. */
  names: Set<string> | undefined
  /** How many of them are namespace declarations. */
  declarations: number
  /** Offset just past what has been read. */
  end: number
  /** `open` until its `>` has been read; `empty` for `<a/>`, which is its own end tag. */
  state: 'open' | 'closed' | 'empty'
}

/** Refuses the document for what is at an offset. */
export type Refuse = (kind: UnreadableKind, what: string, at: number) => never

const SLASH = 0x2f
const GREATER_THAN = 0x3e

/** @param start  offset of the `<` */
export function beginStartTag(
  text: string,
  start: number,
  limits: XmlLimits,
  refuse: Refuse,
): StartTag {
  const qname = readName(text, start + 1, limits, refuse)
  const end = start + 1 + qname.length
  return { qname, start, attributes: [], names: undefined, declarations: 0, end, state: 'open' }
}

/** Reads on, up to the end of the tag or of a portion. */
export function readAttributes(
  text: string,
  tag: StartTag,
  limits: XmlLimits,
  refuse: Refuse,
): void {
  const { attributes } = tag
  const enough = tag.end + PORTION
  for (let at = tag.end; at < enough; tag.end = at) {
    const before = at
    at = skipSpace(text, at)
    const code = text.charCodeAt(at)
    if (code === GREATER_THAN) {
      tag.end = at + 1
      tag.state = 'closed'
      return
    }
    if (code === SLASH && text.charCodeAt(at + 1) === GREATER_THAN) {
      tag.end = at + 2
      tag.state = 'empty'
      return
    }
    if (at === before) refuse('malformed', 'no white space before an attribute', at)
    const name = readName(text, at, limits, refuse)
    tag.names ??= new Set()
    // XML 1.0 §3.1: "An attribute name MUST NOT appear more than once in the same start-tag".
    if (tag.names.size === tag.names.add(name).size) {
      refuse('malformed', `${shown(name)} stands twice`, at)
    }
    const { value, end } = readValue(text, at + name.length, limits, refuse)
    attributes.push({ name, value })
    if (name === 'xmlns' || name.startsWith('xmlns:')) tag.declarations += 1
    bound(limits.namespaces, 'namespaces', tag.declarations, refuse, at)
    bound(limits.attributes, 'attributes', attributes.length - tag.declarations, refuse, at)
    at = end
  }
}

/** The Name at an offset. */
export function readName(text: string, start: number, limits: XmlLimits, refuse: Refuse): string {
  const end = endOfName(text, start, limits.name + 1)
  bound(limits.name, 'name', end - start, refuse, start)
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
  let value = ''
  for (let at = 0; at < raw.length; ) {
    const end = endOfPiece(raw, at, raw.length, true)
    const characters = expandReferences(normalizeAttribute(raw.slice(at, end)))
    if (characters === undefined) refuse('malformed', NO_SUCH_REFERENCE, open)
    value += characters
    bound(limits.attributeValue, 'attributeValue', value.length, refuse, open)
    at = end
  }
  return { value, end: close + 1 }
}

export const NO_SUCH_REFERENCE =
  'a reference that is neither to a character nor to one of the five entities'

/** @param most  what the limit allows */
export function bound(
  most: number,
  limit: keyof XmlLimits,
  count: number,
  refuse: Refuse,
  at: number,
): void {
  if (count > most) refuse('limit', `more than ${most} (limits.${limit})`, at)
}

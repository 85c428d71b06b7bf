/** Reads a start tag or empty element tag: its name, its attributes, where it ends. */
import { FEW } from './attribute-limit.js'
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
  /** Their names, once there are many. */
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
const EQUALS = 0x3d
const GREATER_THAN = 0x3e
const QUOTE = 0x22
const APOSTROPHE = 0x27

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
    // XML 1.0 §3.1: "An attribute name MUST NOT appear more than once in the same start-tag".
    if (isTaken(name, tag)) refuse('malformed', `${shown(name)} stands twice`, at)
    const { value, end } = readValue(text, at + name.length, limits, refuse)
    attributes.push({ name, value })
    if (name === 'xmlns' || name.startsWith('xmlns:')) tag.declarations += 1
    if (tag.declarations > limits.namespaces) tooMany('namespaces', limits, at, refuse)
    const own = attributes.length - tag.declarations
    if (own > limits.attributes) tooMany('attributes', limits, at, refuse)
    at = end
  }
}

/** True if the tag has such an attribute already; else it is about to get it. */
function isTaken(name: string, tag: StartTag): boolean {
  const { attributes } = tag
  if (attributes.length < FEW) {
    for (const attribute of attributes) if (attribute.name === name) return true
    return false
  }
  tag.names ??= new Set(attributes.map((attribute) => attribute.name))
  return tag.names.size === tag.names.add(name).size
}

/** The Name at an offset. */
export function readName(text: string, start: number, limits: XmlLimits, refuse: Refuse): string {
  const end = endOfName(text, start, limits.name + 1)
  if (end - start > limits.name) tooMany('name', limits, start, refuse)
  if (end === start) refuse('malformed', 'no name where one must be', start)
  return text.slice(start, end)
}

/** What makes a value another one than its text, or is not allowed in it. */
const TO_LOOK_AT = /[<&\t\n\r]/

/** Reads `= "value"` behind the name of an attribute. */
function readValue(
  text: string,
  start: number,
  limits: XmlLimits,
  refuse: Refuse,
): { readonly value: string; readonly end: number } {
  const equals = skipSpace(text, start)
  const open = skipSpace(text, equals + 1)
  const quote = text.charCodeAt(open)
  if (text.charCodeAt(equals) !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE)) {
    refuse('malformed', 'an attribute without a quoted value', start)
  }
  const close = text.indexOf(quote === QUOTE ? '"' : "'", open + 1)
  if (close === -1) refuse('malformed', 'an attribute value without end', open)
  const raw = text.slice(open + 1, close)
  const short = raw.length <= PORTION && raw.length <= limits.attributeValue
  if (short && !TO_LOOK_AT.test(raw)) return { value: raw, end: close + 1 }
  if (raw.includes('<')) refuse('malformed', '< in an attribute value', open)
  let value = ''
  for (let at = 0; at < raw.length; ) {
    const end = endOfPiece(raw, at, raw.length, true)
    const characters = expandReferences(normalizeAttribute(raw.slice(at, end)))
    if (characters === undefined) refuse('malformed', NO_SUCH_REFERENCE, open)
    value += characters
    if (value.length > limits.attributeValue) tooMany('attributeValue', limits, open, refuse)
    at = end
  }
  return { value, end: close + 1 }
}

export const NO_SUCH_REFERENCE =
  'a reference that is neither to a character nor to one of the five entities'

/** Refuses what goes beyond a limit. */
export function tooMany(
  limit: keyof XmlLimits,
  limits: XmlLimits,
  at: number,
  refuse: Refuse,
): never {
  return refuse('limit', `more than ${limits[limit]} (limits.${limit})`, at)
}

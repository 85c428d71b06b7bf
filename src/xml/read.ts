/** Reads a stranger's text into a tree, in one pass that refuses what SOAP forbids and limits forbid. */
import {
  endOfName,
  expandReferences,
  forbiddenCharacter,
  normalizeAttribute,
  normalizeLineEnds,
  skipSpace,
} from './characters.js'
import { DEFAULT_XML_LIMITS, type XmlLimits } from './limits.js'
import { Namespaces, type RawAttribute } from './namespaces.js'
import type { XmlElement } from './tree.js'
import { Unreadable, type UnreadableKind } from './unreadable.js'

/**
 * Reads an XML 1.0 document.
 *
 * @param text    the document, decoded; positions in the tree are offsets into it
 * @param limits  bounds enforced while reading; see `DEFAULT_XML_LIMITS`
 * @returns the root element
 * @throws Unreadable with the kind of what was wrong and where
 */
export function readDocument(text: string, limits: XmlLimits = DEFAULT_XML_LIMITS): XmlElement {
  return new Reading(text, limits).read()
}

/** An element whose end has not been seen yet. */
type OpenElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
  children: (XmlElement | string)[]
}

const SLASH = 0x2f
const QUESTION_MARK = 0x3f
const EXCLAMATION_MARK = 0x21
const GREATER_THAN = 0x3e

/** XML 1.0 §2.8 [23]: version, then encoding, then standalone. */
const DECLARATION =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])(1\.[0-9]+)\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y

class Reading {
  readonly #text: string
  readonly #limits: XmlLimits
  readonly #namespaces = new Namespaces((what) => this.#refuse('namespace', what))
  readonly #open: OpenElement[] = []
  /** Names of the open elements as their start tags wrote them: end tags must repeat them. */
  readonly #names: string[] = []
  #root: OpenElement | undefined
  #elements = 0
  /** Everything before it has been read. */
  #at = 0

  constructor(text: string, limits: XmlLimits) {
    this.#text = text
    this.#limits = limits
  }

  read(): XmlElement {
    const forbidden = forbiddenCharacter(this.#text)
    if (forbidden !== -1) {
      this.#at = forbidden
      this.#refuse('malformed', 'a character that XML does not allow')
    }
    this.#declaration()
    while (this.#at < this.#text.length) {
      this.#characters()
      if (this.#at < this.#text.length) this.#markup()
    }
    const unclosed = this.#names.at(-1)
    if (unclosed !== undefined) this.#refuse('malformed', `${shown(unclosed)} is not closed`)
    if (!this.#root) this.#refuse('malformed', 'no root element')
    return this.#root
  }

  #declaration(): void {
    if (!/^<\?xml[ \t\r\n]/.test(this.#text)) return
    const pattern = new RegExp(DECLARATION)
    const declaration = pattern.exec(this.#text)
    if (!declaration) this.#refuse('malformed', 'a wrong XML declaration')
    if (declaration[2] !== '1.0') this.#refuse('malformed', 'only XML 1.0 is read')
    this.#at = pattern.lastIndex
  }

  /** Character data up to the next markup. */
  #characters(): void {
    const start = this.#at
    const found = this.#text.indexOf('<', start)
    const end = found === -1 ? this.#text.length : found
    if (end === start) return
    if (this.#open.length === 0) {
      if (skipSpace(this.#text, start) < end)
        this.#refuse('malformed', 'text outside the root element')
    } else {
      const raw = this.#text.slice(start, end)
      // XML 1.0 §2.4: "the right angle bracket ... MUST, for compatibility, be escaped ... when it
      // appears in the string "]]>" in content".
      if (raw.includes(']]>')) this.#refuse('malformed', ']]> in text')
      this.#append(this.#expand(normalizeLineEnds(raw)))
    }
    this.#at = end
  }

  #markup(): void {
    const text = this.#text
    const at = this.#at
    const code = text.charCodeAt(at + 1)
    if (code === SLASH) this.#endTag()
    else if (code === QUESTION_MARK) this.#instruction()
    else if (code !== EXCLAMATION_MARK) this.#startTag()
    else if (text.startsWith('<!--', at)) this.#comment()
    else if (text.startsWith('<![CDATA[', at)) this.#cdata()
    // SOAP 1.1 §3: "A SOAP message MUST NOT contain a Document Type Declaration."
    else if (text.startsWith('<!DOCTYPE', at)) this.#refuse('doctype', 'a DTD')
    else this.#refuse('malformed', 'a declaration')
  }

  /** SOAP 1.1 §3: "A SOAP message MUST NOT contain Processing Instructions." */
  #instruction(): never {
    const name = this.#name(this.#at + 2, 'a processing instruction')
    const end = this.#text.indexOf('?>', this.#at)
    const reserved = name.toLowerCase() === 'xml'
    this.#refuse(
      reserved || end === -1 ? 'malformed' : 'instruction',
      `the processing instruction ${shown(name)}`,
    )
  }

  #comment(): void {
    // XML 1.0 §2.5: "the string "--" (double-hyphen) MUST NOT occur within comments."
    const end = this.#text.indexOf('--', this.#at + 4)
    if (end === -1 || this.#text[end + 2] !== '>') this.#refuse('malformed', 'a wrong comment')
    this.#at = end + 3
  }

  #cdata(): void {
    const end = this.#text.indexOf(']]>', this.#at)
    if (end === -1 || this.#open.length === 0) this.#refuse('malformed', 'a wrong CDATA section')
    this.#append(normalizeLineEnds(this.#text.slice(this.#at + 9, end)))
    this.#at = end + 3
  }

  #startTag(): void {
    const start = this.#at
    if (this.#root && this.#open.length === 0) this.#refuse('malformed', 'a second root element')
    const qname = this.#name(start + 1, 'a tag')
    this.#elements += 1
    this.#bound('elements', this.#elements)
    this.#bound('depth', this.#open.length + 1)
    this.#at = start + 1 + qname.length
    const { attributes, empty } = this.#attributes()
    const parent = this.#open.at(-1)
    const named = this.#namespaces.enter(qname, attributes, parent?.scope)
    const element: OpenElement = {
      prefix: named.prefix,
      local: named.local,
      namespace: named.namespace,
      attributes: named.attributes,
      scope: named.scope,
      children: [],
      start,
      end: -1,
    }
    if (parent) parent.children.push(element)
    else this.#root = element
    this.#open.push(element)
    this.#names.push(qname)
    if (empty) this.#close(element)
  }

  /** The attributes of a start tag and its end: `>` or `/>`. */
  #attributes(): { readonly attributes: readonly RawAttribute[]; readonly empty: boolean } {
    const text = this.#text
    const attributes: RawAttribute[] = []
    const seen = new Set<string>()
    let declarations = 0
    for (;;) {
      const before = this.#at
      this.#at = skipSpace(text, before)
      const code = text.charCodeAt(this.#at)
      if (code === GREATER_THAN) {
        this.#at += 1
        return { attributes, empty: false }
      }
      if (code === SLASH && text.charCodeAt(this.#at + 1) === GREATER_THAN) {
        this.#at += 2
        return { attributes, empty: true }
      }
      if (this.#at === before) this.#refuse('malformed', 'no white space before an attribute')
      const name = this.#name(this.#at, 'an attribute')
      this.#at += name.length
      // XML 1.0 §3.1: "An attribute name MUST NOT appear more than once in the same start-tag".
      if (seen.size === seen.add(name).size)
        this.#refuse('malformed', `${shown(name)} stands twice`)
      const value = this.#attributeValue()
      if (name === 'xmlns' || name.startsWith('xmlns:')) declarations += 1
      attributes.push({ name, value })
      this.#bound('namespaces', declarations)
      this.#bound('attributes', attributes.length - declarations)
    }
  }

  #attributeValue(): string {
    const text = this.#text
    const equals = skipSpace(text, this.#at)
    const open = skipSpace(text, equals + 1)
    const quote = text[open]
    if (text[equals] !== '=' || (quote !== '"' && quote !== "'")) {
      this.#refuse('malformed', 'an attribute without a quoted value')
    }
    const end = text.indexOf(quote, open + 1)
    if (end === -1) this.#refuse('malformed', 'an attribute value without end')
    const raw = text.slice(open + 1, end)
    if (raw.includes('<')) this.#refuse('malformed', '< in an attribute value')
    const value = this.#expand(normalizeAttribute(raw))
    this.#bound('attributeValue', value.length)
    this.#at = end + 1
    return value
  }

  #endTag(): void {
    const element = this.#open.at(-1)
    const start = this.#at + 2
    const name = this.#name(start, 'an end tag')
    if (!element || this.#names.at(-1) !== name)
      this.#refuse('malformed', `an end tag ${shown(name)} without its start`)
    const end = skipSpace(this.#text, start + name.length)
    if (this.#text[end] !== '>') this.#refuse('malformed', 'an end tag without end')
    this.#at = end + 1
    this.#close(element)
  }

  #close(element: OpenElement): void {
    element.end = this.#at
    this.#open.pop()
    this.#names.pop()
    this.#namespaces.leave(element.scope, this.#open.at(-1)?.scope)
  }

  #append(characters: string): void {
    const children = this.#open.at(-1)?.children
    if (!children || characters === '') return
    const last = children.length - 1
    const before = children[last]
    if (typeof before === 'string') children[last] = before + characters
    else children.push(characters)
  }

  #expand(text: string): string {
    return (
      expandReferences(text) ??
      this.#refuse(
        'malformed',
        'a reference that is neither to a character nor to one of the five entities',
      )
    )
  }

  #name(start: number, of: string): string {
    const end = endOfName(this.#text, start)
    this.#bound('name', end - start)
    if (end === start) this.#refuse('malformed', `no name of ${of}`)
    return this.#text.slice(start, end)
  }

  #bound(limit: keyof XmlLimits, count: number): void {
    if (count > this.#limits[limit]) {
      this.#refuse('limit', `more than ${this.#limits[limit]} (limits.${limit})`)
    }
  }

  #refuse(kind: UnreadableKind, what: string): never {
    const before = this.#text.slice(0, this.#at)
    const line = before.split('\n').length
    const column = this.#at - before.lastIndexOf('\n')
    throw new Unreadable(kind, `${line}:${column}: ${what}`, this.#root?.namespace)
  }
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}

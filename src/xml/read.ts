/** Reads the text of a message into a tree, in one pass that refuses what SOAP or the limits forbid. */
import {
  expandReferences,
  forbiddenCharacter,
  normalizeLineEnds,
  shown,
  skipSpace,
} from './characters.js'
import { DEFAULT_XML_LIMITS, type XmlLimits } from './limits.js'
import { Namespaces } from './namespaces.js'
import { bound, NO_SUCH_REFERENCE, type Refuse, readName, readStartTag } from './start-tag.js'
import type { XmlElement } from './tree.js'
import { Unreadable } from './unreadable.js'

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

/** An element whose end tag has not been read yet. */
type OpenElement = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & {
  children: (XmlElement | string)[]
}

const SLASH = 0x2f
const QUESTION_MARK = 0x3f
const EXCLAMATION_MARK = 0x21

/** XML 1.0 §2.8 [23]: version, then encoding, then standalone. */
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])(1\.[0-9]+)\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/

class Reading {
  readonly #text: string
  readonly #limits: XmlLimits
  readonly #namespaces: Namespaces
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
    this.#namespaces = new Namespaces((what) => this.#refuse('namespace', what, this.#at))
  }

  read(): XmlElement {
    const text = this.#text
    const forbidden = forbiddenCharacter(text)
    if (forbidden !== -1) {
      this.#refuse('malformed', 'a character that XML does not allow', forbidden)
    }
    if (/^<\?xml[ \t\r\n]/.test(text)) this.#declaration()
    while (this.#at < text.length) {
      this.#characters()
      if (this.#at < text.length) this.#markup()
    }
    const unclosed = this.#names.at(-1)
    if (unclosed !== undefined) {
      this.#refuse('malformed', `${shown(unclosed)} is not closed`, text.length)
    }
    if (!this.#root) this.#refuse('malformed', 'no root element', text.length)
    return this.#root
  }

  #declaration(): void {
    const declaration = DECLARATION.exec(this.#text)
    if (!declaration) this.#refuse('malformed', 'a wrong XML declaration', 0)
    if (declaration[2] !== '1.0') this.#refuse('malformed', 'only XML 1.0 is read', 0)
    this.#at = declaration[0].length
  }

  /** Character data up to the next markup. */
  #characters(): void {
    const start = this.#at
    const found = this.#text.indexOf('<', start)
    const end = found === -1 ? this.#text.length : found
    if (end === start) return
    this.#at = end
    if (this.#open.length === 0) {
      if (skipSpace(this.#text, start) < end) {
        this.#refuse('malformed', 'text outside the root element', start)
      }
      return
    }
    const raw = this.#text.slice(start, end)
    // XML 1.0 §2.4: a > that ends the string "]]>" must be escaped in content.
    if (raw.includes(']]>')) this.#refuse('malformed', ']]> in text', start)
    const characters = expandReferences(normalizeLineEnds(raw))
    if (characters === undefined) this.#refuse('malformed', NO_SUCH_REFERENCE, start)
    this.#append(characters)
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
    else this.#doctype()
  }

  /** SOAP 1.1 §3: "A SOAP message MUST NOT contain a Document Type Declaration." */
  #doctype(): never {
    // XML 1.0 §2.8 [22]: one stands before the root element only.
    const here = !this.#root && this.#text.startsWith('<!DOCTYPE', this.#at)
    this.#refuse(here ? 'doctype' : 'malformed', 'a declaration', this.#at)
  }

  /** SOAP 1.1 §3: "A SOAP message MUST NOT contain Processing Instructions." */
  #instruction(): never {
    const name = readName(this.#text, this.#at + 2, this.#limits, this.#refuse)
    const unended = this.#text.indexOf('?>', this.#at) === -1
    const kind = unended || name.toLowerCase() === 'xml' ? 'malformed' : 'instruction'
    this.#refuse(kind, `the processing instruction ${shown(name)}`, this.#at)
  }

  #comment(): void {
    // XML 1.0 §2.5: the string "--" must not occur within comments.
    const end = this.#text.indexOf('--', this.#at + 4)
    if (end === -1 || this.#text[end + 2] !== '>') {
      this.#refuse('malformed', 'a wrong comment', this.#at)
    }
    this.#at = end + 3
  }

  #cdata(): void {
    const end = this.#text.indexOf(']]>', this.#at)
    if (end === -1 || this.#open.length === 0) {
      this.#refuse('malformed', 'a wrong CDATA section', this.#at)
    }
    this.#append(normalizeLineEnds(this.#text.slice(this.#at + 9, end)))
    this.#at = end + 3
  }

  #startTag(): void {
    const start = this.#at
    if (this.#root && this.#open.length === 0) {
      this.#refuse('malformed', 'a second root element', start)
    }
    this.#elements += 1
    bound(this.#limits, 'elements', this.#elements, this.#refuse, start)
    bound(this.#limits, 'depth', this.#open.length + 1, this.#refuse, start)
    const tag = readStartTag(this.#text, start, this.#limits, this.#refuse)
    const parent = this.#open.at(-1)
    const named = this.#namespaces.enter(tag.qname, tag.attributes, parent?.scope)
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
    this.#names.push(tag.qname)
    this.#at = tag.end
    if (tag.empty) this.#close(element)
  }

  #endTag(): void {
    const element = this.#open.at(-1)
    const start = this.#at + 2
    const name = readName(this.#text, start, this.#limits, this.#refuse)
    if (!element || this.#names.at(-1) !== name) {
      this.#refuse('malformed', `an end tag ${shown(name)} without its start`, this.#at)
    }
    const end = skipSpace(this.#text, start + name.length)
    if (this.#text[end] !== '>') this.#refuse('malformed', 'an end tag without end', this.#at)
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

  readonly #refuse: Refuse = (kind, what, at) => {
    const before = this.#text.slice(0, at)
    const line = before.split('\n').length
    const column = at - before.lastIndexOf('\n')
    throw new Unreadable(kind, `${line}:${column}: ${what}`, this.#root?.namespace)
  }
}

/** Reads the text of a message into a tree, in one pass that refuses what SOAP or the limits forbid. */
import {
  endOfPiece,
  expandReferences,
  lookingForForbidden,
  normalizeLineEnds,
  shown,
  skipSpace,
} from './characters.js'
import { endOfDeclaration } from './declaration.js'
import { DEFAULT_XML_LIMITS, type Instructions, type XmlLimits } from './limits.js'
import { Namespaces } from './namespaces.js'
import { type Beside, type OpenElement, OpenElements } from './open-elements.js'
import {
  beginStartTag,
  NO_SUCH_REFERENCE,
  type Refuse,
  readAttributes,
  readName,
  type StartTag,
  tooMany,
} from './start-tag.js'
import type { XmlElement } from './tree.js'
import { positionOf, unreadableAt } from './unreadable.js'
import { atOnce, Pace, PORTION, type Walk } from './walk.js'

/** Reads an XML 1.0 document at once: see `reading`. */
export function readDocument(
  text: string,
  limits?: XmlLimits,
  instructions?: Instructions,
): XmlElement {
  return atOnce(reading(text, limits, instructions))
}

/**
 * Reads an XML 1.0 document.
 *
 * @param text    the document, decoded; positions in the tree are offsets into it
 * @param limits  bounds enforced while reading; see `DEFAULT_XML_LIMITS`
 * @param beside  finds what stands for text, as in XOP, and is notified of elements. Default: nothing
 * @throws Unreadable with the kind of what was wrong and where
 */
export function reading(
  text: string,
  limits: XmlLimits = DEFAULT_XML_LIMITS,
  instructions: Instructions = 'refused',
  beside: Beside = NO_PARTS,
): Walk<XmlElement> {
  return new Reading(text, limits, instructions, beside).read()
}

const NO_PARTS: Beside = {}

const SLASH = 0x2f
const QUESTION_MARK = 0x3f
const EXCLAMATION_MARK = 0x21

/** What makes character data another text than it is, or is not allowed in it. */
const TO_LOOK_AT = /[&\r\]]/

/** Character data of which the reader has taken a piece, and not the rest. */
interface Rest {
  /** Offset just past it. */
  readonly end: number
  /** Offset just past its markup: that of `]]>`, in a CDATA section. */
  readonly after: number
  /** True if it may hold references: not in a CDATA section. */
  readonly references: boolean
}

class Reading {
  readonly #text: string
  readonly #limits: XmlLimits
  readonly #instructions: Instructions
  readonly #namespaces = new Namespaces((what) => this.#refuse('namespace', what, this.#at))
  readonly #open: OpenElements
  #tag: StartTag | undefined
  #rest: Rest | undefined
  #elements = 0
  /** Everything before it has been read. */
  #at = 0

  constructor(text: string, limits: XmlLimits, instructions: Instructions, beside: Beside) {
    this.#open = new OpenElements(beside)
    this.#text = text
    this.#limits = limits
    this.#instructions = instructions
  }

  *read(): Walk<XmlElement> {
    const text = this.#text
    const pace = new Pace()
    const wrong = yield* lookingForForbidden(text)
    if (wrong !== -1) this.#refuse('malformed', 'a character that XML does not allow', wrong)
    if (/^<\?xml[ \t\r\n]/.test(text)) this.#declaration()
    while (this.#at < text.length) {
      const before = this.#at
      if (this.#rest) this.#piece(this.#rest)
      else if (this.#tag) this.#attributes(this.#tag)
      else {
        this.#characters()
        if (!this.#rest && this.#at < text.length) this.#markup()
      }
      if (pace.done(this.#at - before)) yield
    }
    const open = this.#open.name
    if (open !== undefined) this.#refuse('malformed', `${shown(open)} is not closed`, text.length)
    return this.#open.root ?? this.#refuse('malformed', 'no root element', text.length)
  }

  #declaration(): void {
    const end = endOfDeclaration(this.#text)
    this.#at = typeof end === 'string' ? this.#refuse('malformed', end, 0) : end
  }

  /** Character data up to the next markup, or a piece of it. */
  #characters(): void {
    const start = this.#at
    const found = this.#text.indexOf('<', start)
    const end = found === -1 ? this.#text.length : found
    if (end === start) return
    if (this.#open.depth === 0) {
      if (skipSpace(this.#text, start) < end) {
        this.#refuse('malformed', 'text outside the root element', start)
      }
      this.#at = end
      return
    }
    const text = this.#text.slice(start, end)
    if (text.length <= PORTION && !TO_LOOK_AT.test(text)) {
      this.#at = end
      this.#open.append(text)
      return
    }
    // XML 1.0 §2.4: a > that ends the string "]]>" must be escaped in content.
    if (text.includes(']]>')) this.#refuse('malformed', ']]> in text', start)
    this.#piece({ end, after: end, references: true })
  }

  #piece(rest: Rest): void {
    const start = this.#at
    const end = endOfPiece(this.#text, start, rest.end, rest.references)
    const raw = normalizeLineEnds(this.#text.slice(start, end))
    const characters = rest.references ? expandReferences(raw) : raw
    if (characters === undefined) this.#refuse('malformed', NO_SUCH_REFERENCE, start)
    this.#open.append(characters)
    this.#rest = end < rest.end ? rest : undefined
    this.#at = this.#rest ? end : rest.after
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
    const here = !this.#open.root && this.#text.startsWith('<!DOCTYPE', this.#at)
    this.#refuse(here ? 'doctype' : 'malformed', 'a document type or other declaration', this.#at)
  }

  /** SOAP 1.1 §3: "A SOAP message MUST NOT contain Processing Instructions." */
  #instruction(): void {
    const name = readName(this.#text, this.#at + 2, this.#limits, this.#refuse)
    const end = this.#text.indexOf('?>', this.#at)
    const kind = end === -1 || name.toLowerCase() === 'xml' ? 'malformed' : 'instruction'
    if (kind === 'malformed' || this.#instructions === 'refused') {
      this.#refuse(kind, `the processing instruction ${shown(name)}`, this.#at)
    }
    this.#at = end + 2
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
    if (end === -1 || this.#open.depth === 0) {
      this.#refuse('malformed', 'a wrong CDATA section', this.#at)
    }
    this.#at += '<![CDATA['.length
    this.#piece({ end, after: end + ']]>'.length, references: false })
  }

  #startTag(): void {
    const start = this.#at
    if (this.#open.root && this.#open.depth === 0) {
      this.#refuse('malformed', 'a second root element', start)
    }
    this.#elements += 1
    const limits = this.#limits
    if (this.#elements > limits.elements) tooMany('elements', limits, start, this.#refuse)
    if (this.#open.depth + 1 > limits.depth) tooMany('depth', limits, start, this.#refuse)
    this.#attributes(beginStartTag(this.#text, start, limits, this.#refuse))
  }

  /** The attributes of a start tag, or some of them. */
  #attributes(tag: StartTag): void {
    readAttributes(this.#text, tag, this.#limits, this.#refuse)
    this.#tag = tag.state === 'open' ? tag : undefined
    if (this.#tag) this.#at = tag.end
    else this.#enter(tag)
  }

  #enter({ qname, start, attributes, declarations, end, state }: StartTag): void {
    const above = this.#open.innermost?.scope
    const named = this.#namespaces.enter(qname, attributes, declarations, above)
    if (this.#namespaces.inScope > this.#limits.namespacesInScope) {
      tooMany('namespacesInScope', this.#limits, start, this.#refuse)
    }
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
    this.#open.open(element, qname)
    this.#at = end
    if (state === 'empty') this.#close(element)
  }

  #endTag(): void {
    const { innermost: element, name: open } = this.#open
    const start = this.#at + 2
    const same = open !== undefined && this.#text.startsWith(open, start)
    const end = same ? skipSpace(this.#text, start + open.length) : -1
    if (!element || this.#text[end] !== '>') {
      const name = readName(this.#text, start, this.#limits, this.#refuse)
      const wrong = name === open ? 'without end' : 'without its start'
      this.#refuse('malformed', `an end tag ${shown(name)} ${wrong}`, this.#at)
    }
    this.#at = end + 1
    this.#close(element)
  }

  #close(element: OpenElement): void {
    this.#open.close(this.#at)
    this.#namespaces.leave(element.scope, this.#open.innermost?.scope)
  }

  readonly #refuse: Refuse = (kind, what, at) => {
    throw unreadableAt(positionOf(this.#text, at), kind, what, this.#open.root?.namespace)
  }
}

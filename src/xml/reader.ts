/** The one pass over the text of a message: it refuses what SOAP or the limits forbid, and builds a tree. */
import { isPlain, type Rest, savedWork } from './character-data.js'
import { endOfPiece, expandReferences, normalizeLineEnds, shown, skipSpace } from './characters.js'
import { endOfDeclaration } from './declaration.js'
import { lookingThrough } from './forbidden-bytes.js'
import type { Instructions, XmlLimits } from './limits.js'
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
import { Pace, type Walk } from './walk.js'
import { Beyond, type Window } from './window.js'

const SLASH = 0x2f
const QUESTION_MARK = 0x3f
const EXCLAMATION_MARK = 0x21

export class Reader {
  readonly #window: Window
  /** What the window shows: offsets are offsets into it, but for those of the tree and of refusals. */
  #text: string
  readonly #limits: XmlLimits
  readonly #instructions: Instructions
  readonly #namespaces = new Namespaces((what) => this.#refuse('namespace', what, this.#at))
  readonly #open: OpenElements
  #tag: StartTag | undefined
  #rest: Rest | undefined
  #elements = 0
  /** Of these, those whose start tags were read to the end. */
  #entered = 0
  /** Everything before it has been read. */
  #at = 0
  /** Characters that took less work than those of markup do; below zero if more. */
  #saved = 0

  constructor(window: Window, limits: XmlLimits, instructions: Instructions, beside: Beside) {
    this.#open = new OpenElements(beside)
    this.#window = window
    this.#text = window.text
    this.#limits = limits
    this.#instructions = instructions
  }

  *read(): Walk<XmlElement> {
    const { length } = this.#window
    const pace = new Pace()
    const wrong = yield* lookingThrough(this.#window.source)
    if (wrong !== -1) this.#refuseAt('malformed', 'a character that XML does not allow', wrong)
    if (/^<\?xml[ \t\r\n]/.test(this.#text)) this.#declaration()
    for (let at = this.#offset; at < length; at = this.#offset) {
      this.#saved = 0
      this.#next()
      if (pace.done(Math.max(0, this.#offset - at) - this.#saved)) yield
    }
    const open = this.#open.name
    if (open !== undefined) this.#refuseAt('malformed', `${shown(open)} is not closed`, length)
    return this.#open.root ?? this.#refuseAt('malformed', 'no root element', length)
  }

  /** How much of the document has been read. */
  get #offset(): number {
    return this.#window.base + this.#at
  }

  #next(): void {
    try {
      if (this.#rest) this.#piece(this.#rest)
      else if (this.#tag) this.#attributes(this.#tag)
      else {
        const whole = this.#characters()
        if (whole && this.#at < this.#text.length) this.#markup()
      }
    } catch (error) {
      if (!(error instanceof Beyond)) throw error
      this.#widen(this.#window.base + (this.#tag?.start ?? this.#at))
      this.#tag = undefined
      this.#elements = this.#entered
    }
  }

  /** @param offset  from where it is read on */
  #widen(offset: number): void {
    this.#window.widen()
    this.#text = this.#window.text
    this.#at = offset
  }

  #declaration(): void {
    // One that is longer than a window is no reason to refuse it.
    if (typeof endOfDeclaration(this.#text) === 'string') this.#widen(0)
    const end = endOfDeclaration(this.#text)
    this.#at = typeof end === 'string' ? this.#refuseAt('malformed', end, 0) : end
  }

  /** Character data up to the next markup, or a piece of it. @returns true if that markup is next, and in the window */
  #characters(): boolean {
    if (this.#window.isPart) {
      const offset = this.#offset
      const long = this.#window.endOfLongText(offset)
      if (long !== undefined) return this.#longText(offset, long)
      this.#text = this.#window.text
      this.#at = offset - this.#window.base
    }
    const start = this.#at
    const found = this.#text.indexOf('<', start)
    const end = found === -1 ? this.#text.length : found
    if (end === start) return true
    if (this.#open.depth === 0) {
      if (skipSpace(this.#text, start) < end) {
        this.#refuse('malformed', 'text outside the root element', start)
      }
      this.#at = end
      return true
    }
    const text = this.#text.slice(start, end)
    if (isPlain(text)) {
      this.#at = end
      this.#append(text, text.length)
      return true
    }
    // XML 1.0 §2.4: a > that ends the string "]]>" must be escaped in content.
    if (text.includes(']]>')) this.#refuse('malformed', ']]> in text', start)
    this.#piece({ end, after: end, kind: 'text' })
    return this.#rest === undefined
  }

  /** @param offset  of text that is not in the window, nor is the markup behind it */
  #longText(offset: number, end: number): false {
    if (this.#open.depth === 0) throw new Beyond()
    const window = this.#window
    if (window.includes(offset, end, ']]>')) this.#refuseAt('malformed', ']]> in text', offset)
    if (window.includes(offset, end, '&') || window.includes(offset, end, '\r')) {
      this.#piece({ end, after: end, kind: 'long' })
      return false
    }
    this.#open.appendLater(window.textLater(offset, end))
    this.#saved += savedWork(end - offset, end - offset)
    this.#at = end - window.base
    return false
  }

  #piece(rest: Rest): void {
    const { kind } = rest
    const window = this.#window
    const start = this.#at
    const offset = this.#offset
    const isLong = kind === 'long'
    const end = isLong
      ? window.endOfPiece(offset, rest.end)
      : endOfPiece(this.#text, start, rest.end, kind === 'text')
    const text = isLong ? window.textAt(offset, end) : this.#text.slice(start, end)
    const raw = normalizeLineEnds(text)
    const characters = kind === 'cdata' ? raw : expandReferences(raw)
    if (characters === undefined) this.#refuseAt('malformed', NO_SUCH_REFERENCE, offset)
    this.#append(characters, text.length)
    this.#rest = end < rest.end ? rest : undefined
    const after = this.#rest ? end : rest.after
    this.#at = isLong ? after - window.base : after
  }

  /** @param length  of what stands for it */
  #append(characters: string, length: number): void {
    this.#open.append(characters)
    this.#saved += savedWork(length, characters.length)
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
    this.#piece({ end, after: end + ']]>'.length, kind: 'cdata' })
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
    if (tag.state === 'open') {
      this.#tag = tag
      this.#at = tag.end
      return
    }
    this.#enter(tag)
    this.#tag = undefined
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
      start: this.#window.base + start,
      end: -1,
    }
    this.#open.open(element, qname)
    this.#entered = this.#elements
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
    this.#open.close(this.#offset)
    this.#namespaces.leave(element.scope, this.#open.innermost?.scope)
  }

  /** What is wrong in a part may be its end. */
  readonly #refuse: Refuse = (kind, what, at) => {
    if (this.#window.isPart) throw new Beyond()
    return this.#refuseAt(kind, what, at)
  }

  /** @param offset  in the document */
  readonly #refuseAt: Refuse = (kind, what, offset) => {
    const position = positionOf(this.#window.whole, offset)
    throw unreadableAt(position, kind, what, this.#open.root?.namespace)
  }
}

/** Writes a tree as text that is well-formed by construction. */
import { endOfPiece, forbiddenCharacter, replaceEach } from './characters.js'
import { type Nesting, nested, part } from './nesting.js'
import { inScope, type XmlAttribute, type XmlElement } from './tree.js'
import { atOnce, Pace, PORTION, type Walk } from './walk.js'
import { EscapedBytes } from './write-bytes.js'
import { joined, type WrittenPart } from './written.js'

/** Writes an element as a document of its own, at once: see `writing`. */
export function writeElement(
  element: XmlElement,
  keep?: AttributeFilter,
  above?: Bindings,
): string {
  return atOnce(writing(element, keep, above))
}

/**
 * Writes an element as a document of its own. Every namespace in its scope is declared on it, so
 * names in its content keep their meaning. A name whose prefix is bound to another
 * namespace, or to none, gets a declaration on its own element.
 *
 * @param above  the prefixes bound where the text will stand; none by default
 */
export function* writing(
  element: XmlElement,
  keep: AttributeFilter = everyAttribute,
  above: Bindings = NO_BINDINGS,
): Walk<string> {
  const parts = yield* writingParts(element, above, keep)
  const [first = ''] = parts
  if (parts.length < 2 && typeof first === 'string') return first
  // Joining a long text takes as long as several portions, and so does what comes next.
  yield
  const text = joined(parts)
  yield
  return text
}

/** Does the same for what takes a long text in parts: its long character data is bytes. */
export function writingParts(
  element: XmlElement,
  above: Bindings = NO_BINDINGS,
  keep: AttributeFilter = everyAttribute,
): Walk<readonly WrittenPart[]> {
  return new Writing(keep, above).whole(element)
}

/** The work on a piece of character data, in characters, and on each reference that is written in it. */
const PER_PIECE = PORTION / 8
const REFERENCE = 16

/** Decides which attributes are written. */
export type AttributeFilter = (attribute: XmlAttribute) => boolean

const everyAttribute: AttributeFilter = () => true

class Writing {
  readonly #keep: AttributeFilter
  /** The prefixes bound where it writes; changed for what is inside an element, and changed back. */
  readonly #bound: Map<string, string>
  readonly #pace = new Pace()
  readonly #parts: WrittenPart[] = []
  #bytes: EscapedBytes | undefined
  /** Of the part that is not done. */
  #text = ''

  constructor(keep: AttributeFilter, above: Bindings) {
    this.#keep = keep
    this.#bound = new Map(above)
  }

  *whole(element: XmlElement): Walk<readonly WrittenPart[]> {
    yield* nested(this.#element(element, inScope(element.scope)))
    if (this.#text !== '') this.#parts.push(this.#text)
    return this.#parts
  }

  *#element(element: XmlElement, declared: Bindings): Nesting<void> {
    const name = nameOf(element)
    if (this.#write(`<${name}`)) yield
    const plain = this.#isPlain(element, declared)
    const replaced = plain ? NO_REPLACEMENTS : yield* this.#tag(element, declared)
    if (element.children.every((child) => child === '')) this.#text += '/>'
    else {
      this.#text += '>'
      yield* this.#content(element)
      this.#text += `</${name}>`
    }
    for (const [prefix, before] of replaced) {
      if (before === undefined) this.#bound.delete(prefix)
      else this.#bound.set(prefix, before)
    }
  }

  /** Most elements have no attributes and declare no namespaces. */
  #isPlain({ prefix, namespace, attributes }: XmlElement, declared: Bindings): boolean {
    const bound = (this.#bound.get(prefix) ?? '') === namespace
    return declared.size === 0 && attributes.length === 0 && bound
  }

  /** Writes what a start tag holds behind the name. */
  *#tag(element: XmlElement, declared: Bindings): Walk<Replaced> {
    const wanted = new Map(declared).set(element.prefix, element.namespace)
    const kept = element.attributes.filter(this.#keep)
    const prefixes = attributePrefixes(kept, element, wanted)
    const replaced = bindAll(wanted, this.#bound)
    for (const [declaration] of replaced) {
      const value = escapeAttribute(this.#bound.get(declaration) ?? '')
      if (this.#write(` xmlns${declaration && ':'}${declaration}="${value}"`)) yield
    }
    for (const [index, { local, value }] of kept.entries()) {
      const before = prefixes[index] ? `${prefixes[index]}:` : ''
      if (this.#write(` ${before}${local}="${escapeAttribute(value)}"`)) yield
    }
    return replaced
  }

  *#content(element: XmlElement): Nesting<void> {
    for (const child of element.children) {
      if (typeof child !== 'string') {
        const declared = ownDeclarations(child, element)
        const text = this.#isPlain(child, declared) ? shortTextOf(child) : undefined
        if (text === undefined) yield* part(this.#element(child, declared))
        else if (this.#write(enclose(nameOf(child), escapeText(text)))) yield
      } else if (child.length > PORTION) yield* this.#long(child)
      else if (this.#write(escapeText(child))) yield
    }
  }

  *#long(text: string): Walk<void> {
    if (this.#text !== '') this.#parts.push(this.#text)
    this.#text = ''
    this.#bytes ??= new EscapedBytes(refuseForbidden)
    for (let start = 0, end = 0; start < text.length; start = end) {
      end = endOfPiece(text, start, text.length, false)
      const added = this.#bytes.add(text.slice(start, end), text.length - start)
      if (this.#pace.done(PER_PIECE + REFERENCE * added)) yield
    }
    this.#parts.push(...this.#bytes.take())
  }

  /** @returns true if a portion is done with it */
  #write(text: string): boolean {
    this.#text += text
    if (!this.#pace.done(text.length)) return false
    this.#parts.push(this.#text)
    this.#text = ''
    return true
  }
}

function nameOf({ prefix, local }: XmlElement): string {
  return prefix === '' ? local : `${prefix}:${local}`
}

/** What an element says if that is one text, and short; else undefined. */
function shortTextOf({ children }: XmlElement): string | undefined {
  const [text = ''] = children
  const short = children.length < 2 && typeof text === 'string' && text.length <= PORTION
  return short ? text : undefined
}

function enclose(name: string, content: string): string {
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`
}

type Bindings = ReadonlyMap<string, string>
/** What each changed prefix was bound to before. */
type Replaced = ReadonlyMap<string, string | undefined>

/** The prefix of each attribute; a new one if its own means another namespace on this element. */
function attributePrefixes(
  attributes: readonly XmlAttribute[],
  { prefix: taken, namespace: by }: XmlElement,
  wanted: Map<string, string>,
): readonly string[] {
  if (attributes.length === 0) return NO_PREFIXES
  const fixed = new Map([[taken, by]])
  return attributes.map(({ prefix, namespace }) => {
    if (prefix === '' || prefix === 'xml') return prefix
    let chosen = prefix
    for (let n = 1; (fixed.get(chosen) ?? namespace) !== namespace; n += 1) chosen = prefix + n
    fixed.set(chosen, namespace)
    wanted.set(chosen, namespace)
    return chosen
  })
}

const NO_PREFIXES: readonly string[] = []

/** Adds bindings that differ. */
function bindAll(wanted: Bindings, bound: Map<string, string>): Replaced {
  const replaced = new Map<string, string | undefined>()
  for (const [prefix, namespace] of wanted) {
    if (prefix === 'xml') continue
    const before = bound.get(prefix)
    if ((before ?? '') === namespace) continue
    bound.set(prefix, namespace)
    replaced.set(prefix, before)
  }
  return replaced
}

const NO_BINDINGS: Bindings = new Map()
const NO_REPLACEMENTS: Replaced = new Map()

function ownDeclarations({ scope }: XmlElement, parent: XmlElement): Bindings {
  if (scope === parent.scope || scope.declarations.length === 0) return NO_BINDINGS
  return new Map(scope.declarations.map(({ prefix, namespace }) => [prefix, namespace] as const))
}

/** Escapes character data. A CR becomes a reference, because a reader would turn it into a LF. */
export function escapeText(text: string): string {
  if (!TEXT_TO_LOOK_AT.test(text)) return text
  refuseForbidden(text)
  return TEXT_REFERENCES.reduce(escapeEach, text)
}

/** Escapes a value for double quotes, so that attribute normalisation gives it back unchanged. */
export function escapeAttribute(value: string): string {
  if (!ATTRIBUTE_TO_LOOK_AT.test(value)) return value
  refuseForbidden(value)
  return ATTRIBUTE_REFERENCES.reduce(escapeEach, value)
}

type Reference = readonly [character: string, reference: string]

// The ampersand first, because the other references contain one.
const TEXT_REFERENCES: readonly Reference[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#xD;'],
]
const ATTRIBUTE_REFERENCES: readonly Reference[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
  ['\t', '&#x9;'],
  ['\n', '&#xA;'],
  ['\r', '&#xD;'],
]

function escapeEach(text: string, [character, reference]: Reference): string {
  return replaceEach(text, character, reference)
}

// Most text needs no escaping: one test finds that out. It matches surrogates, because a lone one is no text.
// The ranges leave out & < > in text, and " & < in a value.
const TEXT_TO_LOOK_AT = /[^\t\n -%'-;=?-\ud7ff\ue000-\ufffd]/
const ATTRIBUTE_TO_LOOK_AT = /[^ !#-%'-;=-\ud7ff\ue000-\ufffd]/

/** True if XML can hold the text. */
export function isXmlText(text: string): boolean {
  return forbiddenCharacter(text) === -1
}

function refuseForbidden(text: string): void {
  const at = forbiddenCharacter(text)
  if (at === -1) return
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new TypeError(`U+${code} cannot be written in XML`)
}

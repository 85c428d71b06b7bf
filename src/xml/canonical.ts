/** Writes an element in its exclusive canonical form (Exclusive XML Canonicalization 1.0), which signatures cover. */
import type { Included } from './binary.js'
import { endOfPiece } from './characters.js'
import { inAttributeOrder, Rendered } from './rendered.js'
import type { XmlAttribute, XmlElement } from './tree.js'
import { Verbatim } from './verbatim.js'
import { ELEMENT, Pace, PORTION, type Walk } from './walk.js'
import { escapeAttribute, escapeText } from './write.js'

export interface CanonicalOptions {
  /** Prefixes of InclusiveNamespaces; `''` for `#default`. Default: none. */
  readonly inclusive?: ReadonlySet<string> | undefined
  /** An element within it that is left out: the signature of an enveloped one. Default: none. */
  readonly without?: XmlElement | undefined
  /**
   * True if the element says what its default namespace is, `xmlns=""` if it has none (WSS 1.1 §8.3).
   * Default: as the specification of the canonical form says, only where a name is in it.
   */
  readonly saysDefault?: boolean | undefined
  /** What the element was read from: of what stands in it as it is written, the text is taken. Default: none of it is. */
  readonly source?: string | undefined
}

/**
 * An element that was made here gets the namespaces that the writer declares, so that it is the
 * canonical form of what is written.
 *
 * @param take  gets the text piece by piece; together it is the canonical form, to be written as UTF-8
 * @throws TypeError for an element made here on which one prefix stands for two namespaces
 */
export function* canonicalizing(
  element: XmlElement,
  options: CanonicalOptions,
  take: (piece: string) => void,
): Walk<void> {
  const form = new CanonicalForm(element, options)
  for (;;) {
    const whole = form.portion()
    take(form.taken())
    if (whole) return
    yield
  }
}

/** As many bytes as make one portion of base64 with nothing left over. */
const THREES = 3 * 4096
const NO_BYTES = new Uint8Array()

/** An element whose end tag has not been written yet. */
interface Open {
  readonly element: XmlElement
  readonly around: Open | undefined
  readonly name: string
  /** Sorted attributes that are still to be written; undefined once the start tag is. */
  attributes: readonly XmlAttribute[] | undefined
  /** How many attributes, then how many children are written. */
  at: number
  /** What was rendered around it. */
  readonly before: number
}

/** Frames instead of recursion: it gives way at any depth at the same cost. */
class CanonicalForm {
  readonly #without: XmlElement | undefined
  readonly #rendered: Rendered
  readonly #verbatim: Verbatim | undefined
  readonly #pace = new Pace()
  #open: Open | undefined
  /** A long text that is partly written. */
  #long = ''
  #longAt = 0
  /** Bytes that stand for text, and are partly written. */
  #bytes: Uint8Array = NO_BYTES
  #text = ''

  constructor(element: XmlElement, options: CanonicalOptions) {
    this.#without = options.without
    this.#rendered = new Rendered(options.inclusive)
    const { source } = options
    const read = source !== undefined && element.start >= 0
    this.#verbatim = read ? new Verbatim(source, element, options.without) : undefined
    const name = nameOf(element)
    const before = this.#rendered.mark
    this.#text = `<${name}`
    this.#text += this.#rendered.declareApex(element, options.saysDefault ?? false)
    this.#enter(element, name, before)
  }

  /** What has been written since the last time. */
  taken(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  /** Writes on. @returns true if it is whole */
  portion(): boolean {
    for (let open = this.#open; open; open = this.#open) {
      if (this.#step(open)) return false
    }
    return true
  }

  /** @returns true if a portion is done */
  #step(open: Open): boolean {
    const { attributes, at } = open
    if (attributes) {
      const attribute = attributes[at]
      if (attribute) {
        open.at += 1
        return this.#write(contentOf(attribute), 0)
      }
      open.attributes = undefined
      open.at = 0
      return this.#write('>', ELEMENT)
    }
    if (this.#long !== '') return this.#piece()
    if (this.#bytes.length > 0) return this.#base64()
    const child = open.element.children[at]
    open.at += 1
    if (child === undefined) return this.#close(open)
    if (typeof child === 'string') return this.#characters(child)
    return child.included ? this.#included(child.included) : this.#child(child, open)
  }

  /** Canonical XML §1.1: no self-closing tags; an element without content has an end tag too. */
  #child(child: XmlElement, parent: Open): boolean {
    if (child === this.#without) return false
    const verbatim = this.#verbatim?.verbatimText(child, parent.element)
    if (verbatim !== undefined) return this.#write(verbatim, ELEMENT)
    const name = nameOf(child)
    const before = this.#rendered.mark
    const declarations = this.#rendered.declare(child, parent.element)
    const { attributes } = child
    const namespace = attributes.length < 2 ? shortTextOf(child) : undefined
    if (namespace === undefined) {
      this.#text += `<${name}${declarations}`
      this.#enter(child, name, before)
      return false
    }
    this.#rendered.back(before)
    const start = `<${name}${declarations}${attributes[0] ? contentOf(attributes[0]) : ''}>`
    return this.#write(`${start}${escapeText(namespace)}</${name}>`, ELEMENT)
  }

  #enter(element: XmlElement, name: string, before: number): void {
    const { attributes } = element
    const sorted = attributes.length > 1 ? attributes.toSorted(inAttributeOrder) : attributes
    this.#open = { element, around: this.#open, name, attributes: sorted, at: 0, before }
  }

  #close({ name, around, before }: Open): boolean {
    this.#open = around
    this.#rendered.back(before)
    return this.#write(`</${name}>`, 0)
  }

  #characters(text: string): boolean {
    if (text.length <= PORTION) return this.#write(escapeText(text), 0)
    this.#long = text
    this.#longAt = 0
    return this.#piece()
  }

  #piece(): boolean {
    const start = this.#longAt
    const end = endOfPiece(this.#long, start, this.#long.length, false)
    const piece = this.#long.slice(start, end)
    this.#longAt = end
    if (end === this.#long.length) this.#long = ''
    return this.#write(escapeText(piece), 0)
  }

  /** XOP §1: the infoset has the text; what stands for it is the way it travels. */
  #included({ loaded }: Included): boolean {
    if (!loaded) throw new TypeError('bytes that stand for signed text were not loaded')
    this.#bytes = loaded
    return this.#base64()
  }

  #base64(): boolean {
    const piece = this.#bytes.subarray(0, THREES)
    this.#bytes = this.#bytes.subarray(THREES)
    return this.#write(Buffer.from(piece).toString('base64'), 0)
  }

  #write(text: string, more: number): boolean {
    this.#text += text
    return this.#pace.done(text.length + more)
  }
}

function contentOf(attribute: XmlAttribute): string {
  return ` ${nameOf(attribute)}="${escapeAttribute(attribute.value)}"`
}

function nameOf({ prefix, local }: XmlElement | XmlAttribute): string {
  return prefix === '' ? local : `${prefix}:${local}`
}

/** What an element says if that is one text, and short; else undefined. */
function shortTextOf({ children }: XmlElement): string | undefined {
  if (children.length > 1) return undefined
  const [text = ''] = children
  return typeof text === 'string' && text.length <= PORTION ? text : undefined
}

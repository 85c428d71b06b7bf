/** The namespaces that an exclusive canonical form declares, and the order of what stands in a start tag. */
import { boundTo, inScope, type XmlAttribute, type XmlElement } from './tree.js'
import { escapeAttribute } from './write.js'

const NONE: ReadonlySet<string> = new Set()

/** Knows what the start tags that are open in the output declare, as the innermost one says it. */
export class Rendered {
  readonly #inclusive: ReadonlySet<string>
  readonly #namespaces = new Map<string, string>()
  /** What each declaration has replaced, so that it can be taken back. */
  readonly #replaced: (readonly [prefix: string, namespace: string | undefined])[] = []

  constructor(inclusive: ReadonlySet<string> = NONE) {
    this.#inclusive = inclusive
  }

  get mark(): number {
    return this.#replaced.length
  }

  /** Takes back what has been declared since a mark. */
  back(mark: number): void {
    while (this.#replaced.length > mark) {
      const [prefix, namespace] = this.#replaced.pop() ?? []
      if (prefix === undefined) return
      if (namespace === undefined) this.#namespaces.delete(prefix)
      else this.#namespaces.set(prefix, namespace)
    }
  }

  /** @returns the declarations of the outermost element, a space before each */
  declareApex(element: XmlElement, saysDefault: boolean): string {
    const { mark } = this
    if (this.#inclusive.size > 0) {
      // Exclusive XML Canonicalization §3: prefixes of the PrefixList are treated as by Canonical
      // XML, which gives the outermost element all of them that are in scope.
      const bound = inScope(element.scope)
      for (const prefix of this.#inclusive) this.#want(prefix, bound.get(prefix) ?? '')
    }
    this.#names(element)
    if (!saysDefault) return this.#text(mark)
    const namespace = element.prefix === '' ? element.namespace : (boundTo(element.scope, '') ?? '')
    this.#want('', namespace)
    // WSS 1.1 §8.3: "A namespace declaration xmlns="" MUST be emitted with every apex element that
    // has no namespace node declaring a value for the default namespace".
    return (namespace === '' ? ' xmlns=""' : '') + this.#text(mark)
  }

  /** @returns the declarations of an element within another, a space before each */
  declare(element: XmlElement, parent: XmlElement): string {
    const { prefix, namespace, attributes, scope } = element
    const inclusive = this.#inclusive.size > 0 && scope !== parent.scope
    // The name of the element around has declared it.
    const inherited = prefix === parent.prefix && namespace === parent.namespace
    if (inherited && attributes.length === 0 && !inclusive) return ''
    const { mark } = this
    if (inclusive) {
      for (const declaration of scope.declarations) {
        if (this.#inclusive.has(declaration.prefix)) {
          this.#want(declaration.prefix, declaration.namespace)
        }
      }
    }
    this.#names(element)
    return this.#text(mark)
  }

  /**
   * Exclusive XML Canonicalization §3: a namespace is rendered where a name visibly utilizes its
   * prefix, unless the nearest element around that renders the prefix gives it the same meaning.
   */
  #names(element: XmlElement): void {
    if (element.start < 0) refuseTwoMeanings(element)
    this.#want(element.prefix, element.namespace)
    for (const { prefix, namespace } of element.attributes) {
      if (prefix !== '') this.#want(prefix, namespace)
    }
  }

  #want(prefix: string, namespace: string): void {
    const before = this.#namespaces.get(prefix)
    if ((before ?? '') === namespace || prefix === 'xml') return
    this.#namespaces.set(prefix, namespace)
    this.#replaced.push([prefix, before])
  }

  /** Canonical XML §2.2: namespaces in the order of their prefixes. */
  #text(mark: number): string {
    const count = this.#replaced.length - mark
    if (count === 0) return ''
    const prefixes = this.#replaced.slice(mark).map(([prefix]) => prefix)
    if (count > 1) prefixes.sort(byCodePoint)
    let text = ''
    for (const prefix of prefixes) {
      const namespace = escapeAttribute(this.#namespaces.get(prefix) ?? '')
      text += prefix === '' ? ` xmlns="${namespace}"` : ` xmlns:${prefix}="${namespace}"`
    }
    return text
  }
}

/** The writer would give one of the two another prefix, which no signature should depend on. */
function refuseTwoMeanings({ prefix, namespace, attributes, scope }: XmlElement): void {
  const meanings = new Map([[prefix, namespace]])
  for (const name of [...attributes.filter((one) => one.prefix !== ''), ...scope.declarations]) {
    if ((meanings.get(name.prefix) ?? name.namespace) !== name.namespace) {
      throw new TypeError(`the prefix ${JSON.stringify(name.prefix)} stands for two namespaces`)
    }
    meanings.set(name.prefix, name.namespace)
  }
}

/** Canonical XML §2.2: by namespace, then by local name; those without a namespace are first. */
export function inAttributeOrder(one: XmlAttribute, other: XmlAttribute): number {
  return one.namespace === other.namespace
    ? byCodePoint(one.local, other.local)
    : byCodePoint(one.namespace, other.namespace)
}

/** UTF-16 has the characters beyond U+FFFF before U+E000 to U+FFFF, code points after them. */
function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (left !== right) return rank(left) - rank(right)
  }
  return one.length - other.length
}

function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** Finds the elements whose text in the source is their exclusive canonical form as it stands: most of what software writes. */
import { boundTo, type NamespaceDeclaration, type XmlAttribute, type XmlElement } from './tree.js'
import { PORTION } from './walk.js'

/** Elements within elements that are looked at: more are written as any others. */
const MAX_DEPTH = 16

/**
 * Looks at the text of elements of one document. Where anything in it would be written otherwise (a namespace that is
 * declared elsewhere, a reference, a comment, a tag with other white space or quotes), it is not verbatim: then the
 * element is to be written from the tree.
 */
export class Verbatim {
  readonly #source: string
  readonly #without: XmlElement | undefined
  /** Where something was found that is not: no element around it is looked at again. */
  #otherwise = -1
  /** XML 1.0 §2.11: a CR is not what it is read as. */
  readonly #endsLinesWithCr: boolean

  /**
   * @param source   what the element and all within it were read from
   * @param without  an element that is left out
   */
  constructor(source: string, { start, end }: XmlElement, without: XmlElement | undefined) {
    this.#source = source
    this.#without = without
    const cr = source.indexOf('\r', start)
    this.#endsLinesWithCr = cr !== -1 && cr < end
  }

  /**
   * @param parent  the element around it, whose own name is declared in the output
   * @returns its text if that is its canonical form, and short; else undefined
   */
  verbatimText(element: XmlElement, parent: XmlElement): string | undefined {
    const { start, end } = element
    if (this.#endsLinesWithCr || start < 0 || end - start > PORTION) return undefined
    if (start <= this.#otherwise && this.#otherwise < end) return undefined
    if (this.#holds(element, parent, 0)) return this.#source.slice(start, end)
    return undefined
  }

  #holds(element: XmlElement, parent: XmlElement, depth: number): boolean {
    const { start, end, children } = element
    const source = this.#source
    const name = lengthOf(element)
    let at = this.#endOfTag(element, parent, start + 1 + name)
    if (at === -1 || element === this.#without || element.included || depth > MAX_DEPTH) {
      this.#otherwise = start
      return false
    }
    for (const child of children) {
      if (typeof child === 'string') {
        // Up to the next markup it is as long as what was read from it: no reference is in it, and no comment.
        // Canonical XML §1.1: a > is written as a reference.
        if (source.indexOf('<', at) !== at + child.length || child.includes('>')) {
          this.#otherwise = at
          return false
        }
        at += child.length
        continue
      }
      if (child.start !== at) {
        this.#otherwise = at
        return false
      }
      if (!this.#holds(child, element, depth + 1)) return false
      at = child.end
    }
    // `</`, the name, `>`, and nothing before it.
    if (end === at + name + 3) return true
    this.#otherwise = at
    return false
  }

  /**
   * @param named  offset just past the name
   * @returns the offset just past the start tag; -1 if its canonical form is another one
   */
  #endOfTag(element: XmlElement, parent: XmlElement, named: number): number {
    const { prefix, namespace, scope, attributes } = element
    let at = named
    if (scope !== parent.scope) {
      const [declaration, more] = scope.declarations
      // Exclusive XML Canonicalization §3: declared where a name utilizes it, and not around it.
      if (!declaration || more || declaration.prefix !== prefix) return -1
      if ((boundTo(parent.scope, prefix) ?? '') !== '' || namespace === '') return -1
      at = this.#endOfDeclaration(declaration, at)
    } else if (prefix !== parent.prefix || namespace !== parent.namespace) return -1
    const [attribute, more] = attributes
    if (more) return -1
    if (attribute) {
      if (attribute.prefix !== '' && attribute.prefix !== prefix) return -1
      at = this.#endOfAttribute(attribute, at)
    }
    return at !== -1 && this.#source[at] === '>' ? at + 1 : -1
  }

  #endOfDeclaration({ prefix, namespace }: NamespaceDeclaration, at: number): number {
    const name = prefix === '' ? ' xmlns' : ` xmlns:${prefix}`
    return this.#source.startsWith(name, at) ? this.#endOfValue(namespace, at + name.length) : -1
  }

  #endOfAttribute(attribute: XmlAttribute, at: number): number {
    const { prefix, local, value } = attribute
    if (at === -1 || this.#source[at] !== ' ') return -1
    const named = at + 1 + lengthOf(attribute)
    // One space before it: the name follows at once.
    if (!this.#source.startsWith(local, named - local.length)) return -1
    if (prefix !== '' && !this.#source.startsWith(prefix, at + 1)) return -1
    return this.#endOfValue(value, named)
  }

  /** The text between the quotes is the value itself: no reference is in it, and no white space but spaces. */
  #endOfValue(value: string, at: number): number {
    const source = this.#source
    const close = at + 2 + value.length
    const same = source.startsWith('="', at) && source.startsWith(value, at + 2)
    return same && source[close] === '"' ? close + 1 : -1
  }
}

/** Of the name as it is written. */
function lengthOf({ prefix, local }: XmlElement | XmlAttribute): number {
  return prefix === '' ? local.length : prefix.length + 1 + local.length
}

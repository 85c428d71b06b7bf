/** Namespaces in XML: resolves the names of a start tag, and checks the rules of that specification. */
import { FEW } from './attribute-limit.js'
import { isNcName, shown } from './characters.js'
import { commonNamespace } from './common-namespaces.js'
import {
  type NamespaceDeclaration,
  type NamespaceScope,
  rootScope,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlAttribute,
} from './tree.js'

/** An attribute of a start tag, its value normalised, its name as it was written. */
export interface RawAttribute {
  readonly name: string
  readonly value: string
}

export interface NamedTag {
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  readonly scope: NamespaceScope
}

const NO_ATTRIBUTES: readonly XmlAttribute[] = []

export class Namespaces {
  /** The bindings of each prefix, the innermost last: a lookup never walks up the document. */
  readonly #bindings = new Map<string, string[]>([['xml', [XML_NAMESPACE]]])
  #inScope = 0
  readonly #refuse: (what: string) => never

  constructor(refuse: (what: string) => never) {
    this.#refuse = refuse
  }

  /** Declarations in scope: those of all open elements. */
  get inScope(): number {
    return this.#inScope
  }

  /**
   * Adds the declarations of a start tag and resolves its names.
   *
   * @param count  how many of the attributes are declarations
   */
  enter(qname: string, raw: readonly RawAttribute[], count: number, above = rootScope()): NamedTag {
    const scope = count === 0 ? above : { declarations: this.#declare(raw), parent: above }
    this.#inScope += count
    const colon = qname.indexOf(':')
    const prefix = colon === -1 ? '' : qname.slice(0, colon)
    const local = colon === -1 ? qname : this.#localOf(qname, colon)
    const namespace = this.#resolve(prefix)
    const attributes = raw.length === count ? NO_ATTRIBUTES : this.#attributes(raw, count)
    return { prefix, local, namespace, attributes, scope }
  }

  /** Removes the declarations of an element, if it had any of its own. */
  leave(scope: NamespaceScope, above = rootScope()): void {
    if (scope === above) return
    this.#inScope -= scope.declarations.length
    for (const { prefix } of scope.declarations) this.#bindings.get(prefix)?.pop()
  }

  #declare(raw: readonly RawAttribute[]): readonly NamespaceDeclaration[] {
    const declarations: NamespaceDeclaration[] = []
    for (const { name, value } of raw) {
      if (!isDeclaration(name)) continue
      const namespace = commonNamespace(value)
      const declaration = { prefix: name.slice(6), namespace }
      this.#check(declaration, name)
      declarations.push(declaration)
      const bindings = this.#bindings.get(declaration.prefix)
      if (bindings) bindings.push(namespace)
      else this.#bindings.set(declaration.prefix, [namespace])
    }
    return declarations
  }

  /** Namespaces in XML §3 and §6.1: the reserved prefixes, and no prefix is unbound in 1.0. */
  #check({ prefix, namespace }: NamespaceDeclaration, name: string): void {
    const reserved =
      (prefix === 'xml') !== (namespace === XML_NAMESPACE) ||
      prefix === 'xmlns' ||
      namespace === XMLNS_NAMESPACE
    if (reserved) this.#refuse('a reserved prefix or namespace is bound again')
    if (name !== 'xmlns' && (namespace === '' || !isNcName(prefix))) {
      this.#refuse(`the prefix ${shown(prefix)} cannot be bound so`)
    }
  }

  #attributes(raw: readonly RawAttribute[], declarations: number): readonly XmlAttribute[] {
    const attributes: XmlAttribute[] = []
    const taken = raw.length > FEW ? new Set<string>() : undefined
    for (const { name, value } of raw) {
      if (declarations > 0 && isDeclaration(name)) continue
      const colon = name.indexOf(':')
      if (colon === -1) {
        // Namespaces in XML §6.2: the default namespace does not apply to attribute names.
        attributes.push({ prefix: '', local: name, namespace: '', value })
        continue
      }
      const prefix = name.slice(0, colon)
      const local = this.#localOf(name, colon)
      const namespace = this.#resolve(prefix)
      // Namespaces in XML §6.3: no two attributes with one local name in one namespace.
      if (isTaken(namespace, local, attributes, taken)) {
        this.#refuse(`the attribute ${shown(name)} stands twice`)
      }
      attributes.push({ prefix, local, namespace, value })
    }
    return attributes
  }

  #resolve(prefix: string): string {
    const namespace = this.#bindings.get(prefix)?.at(-1)
    if (namespace !== undefined) return namespace
    return prefix === '' ? '' : this.#refuse(`the prefix ${shown(prefix)} is not bound`)
  }

  #localOf(qname: string, colon: number): string {
    const local = qname.slice(colon + 1)
    if (colon === 0 || !isNcName(local)) this.#refuse(`${shown(qname)} is not a QName`)
    return local
  }
}

/** True if there is such an attribute already; those without a prefix cannot be the same. */
function isTaken(
  namespace: string,
  local: string,
  attributes: readonly XmlAttribute[],
  taken: Set<string> | undefined,
): boolean {
  if (taken) return taken.size === taken.add(`${namespace} ${local}`).size
  for (const attribute of attributes) {
    if (attribute.local === local && attribute.namespace === namespace) return true
  }
  return false
}

function isDeclaration(name: string): boolean {
  return name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')
}

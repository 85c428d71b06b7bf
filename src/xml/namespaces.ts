/** Namespaces in XML: resolves the names of a start tag, and checks the rules of that specification. */
import { isNcName, shown } from './characters.js'
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

  /** Adds the declarations of a start tag and resolves its names. */
  enter(qname: string, raw: readonly RawAttribute[], above = rootScope()): NamedTag {
    const declarations = this.#declare(raw)
    const scope = declarations ? { declarations, parent: above } : above
    this.#inScope += declarations?.length ?? 0
    const [prefix, local] = this.#split(qname)
    const namespace = this.#resolve(prefix)
    const count = raw.length - (declarations?.length ?? 0)
    const attributes = count === 0 ? NO_ATTRIBUTES : this.#attributes(raw)
    return { prefix, local, namespace, attributes, scope }
  }

  /** Removes the declarations of an element, if it had any of its own. */
  leave(scope: NamespaceScope, above = rootScope()): void {
    if (scope === above) return
    this.#inScope -= scope.declarations.length
    for (const { prefix } of scope.declarations) this.#bindings.get(prefix)?.pop()
  }

  #declare(raw: readonly RawAttribute[]): readonly NamespaceDeclaration[] | undefined {
    let declarations: NamespaceDeclaration[] | undefined
    for (const { name, value } of raw) {
      if (!isDeclaration(name)) continue
      const declaration = { prefix: name.slice(6), namespace: value }
      this.#check(declaration, name)
      declarations = declarations ?? []
      declarations.push(declaration)
      const bindings = this.#bindings.get(declaration.prefix)
      if (bindings) bindings.push(value)
      else this.#bindings.set(declaration.prefix, [value])
    }
    return declarations
  }

  /** Namespaces in XML §3 and §6.1: the reserved prefixes, and no prefix is unbound in 1.0. */
  #check({ prefix, namespace }: NamespaceDeclaration, name: string): void {
    const reserved =
      (prefix === 'xml') !== (namespace === XML_NAMESPACE) ||
      prefix === 'xmlns' ||
      namespace === XMLNS_NAMESPACE
    if (reserved) this.#refuse('a reserved prefix or namespace is bound anew')
    if (name !== 'xmlns' && (namespace === '' || !isNcName(prefix))) {
      this.#refuse(`the prefix ${shown(prefix)} cannot be bound so`)
    }
  }

  #attributes(raw: readonly RawAttribute[]): readonly XmlAttribute[] {
    const attributes: XmlAttribute[] = []
    const seen = raw.length > 1 ? new Set<string>() : undefined
    for (const { name, value } of raw) {
      if (isDeclaration(name)) continue
      const [prefix, local] = this.#split(name)
      // Namespaces in XML §6.2: the default namespace does not apply to attribute names.
      const namespace = prefix === '' ? '' : this.#resolve(prefix)
      // Namespaces in XML §6.3: no two attributes with one local name in one namespace.
      if (seen && seen.size === seen.add(`${namespace} ${local}`).size) {
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

  #split(qname: string): readonly [prefix: string, local: string] {
    const colon = qname.indexOf(':')
    if (colon === -1) return ['', qname]
    const local = qname.slice(colon + 1)
    if (colon === 0 || !isNcName(local)) this.#refuse(`${shown(qname)} is not a QName`)
    return [qname.slice(0, colon), local]
  }
}

function isDeclaration(name: string): boolean {
  return name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')
}

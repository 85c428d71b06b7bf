/** Which types of a schema are written under a name, and which of them may stand for others. */
import { XSD_NAMESPACE } from '../../xml/tree.js'
import type {
  ComplexType,
  ElementDeclaration,
  SchemaComponents,
  TypeDefinition,
} from '../components.js'
import { isSoapEncoding } from '../resolve/soap-encoding.js'
import { TypeNames } from './names.js'

/** A name that is written for a global element, beside that of its type. */
export interface Alias {
  readonly name: string
  readonly element: ElementDeclaration
}

export class NamedTypes {
  /** By their names, in the order in which they are written. More are added while types are written. */
  readonly names = new Map<TypeDefinition, string>()
  readonly aliases: readonly Alias[]
  /** Global elements whose types have no name of their own. */
  readonly elements = new Map<TypeDefinition, ElementDeclaration>()
  readonly #aliasNames: ReadonlyMap<ElementDeclaration, string>
  readonly #unique = new TypeNames()
  readonly #derived = new Map<TypeDefinition, ComplexType[]>()

  constructor({ types, elements }: SchemaComponents) {
    for (const type of types.values()) {
      if (!isOwn(type)) continue
      this.names.set(type, this.#unique.make(type.local))
      if (type.kind === 'complex' && !type.abstract) this.#noteBases(type)
    }
    const aliases: Alias[] = []
    for (const element of elements.values()) {
      const { type, local } = element
      if (isSoapEncoding(element.namespace)) continue
      const wanted = this.#unique.isFree(local) ? local : `${local}Element`
      if (type.kind === 'complex' && isOwn(type) && !this.names.has(type)) {
        this.names.set(type, this.#unique.make(wanted))
        this.elements.set(type, element)
      } else if (type.local !== local || !this.names.has(type)) {
        aliases.push({ name: this.#unique.make(wanted), element })
      }
    }
    this.aliases = aliases
    this.#aliasNames = new Map(aliases.map(({ element, name }) => [element, name]))
  }

  /** A name that nothing else has. */
  make(wanted: string): string {
    return this.#unique.make(wanted)
  }

  /** The name of a global element's own, or of its type; undefined if neither has one. */
  nameOfElement(element: ElementDeclaration): string | undefined {
    return this.#aliasNames.get(element) ?? this.names.get(element.type)
  }

  /** The name of a type; an anonymous one gets it by the place where it stands. */
  nameOf(type: ComplexType, location: string): string {
    const existing = this.names.get(type)
    if (existing !== undefined) return existing
    const name = this.#unique.make(location)
    this.names.set(type, name)
    return name
  }

  /** The types that may be named in place of a type (cvc-elt.4.3), but for those that are blocked. */
  derivedFrom(type: ComplexType, block: ElementDeclaration['block']): readonly ComplexType[] {
    return (this.#derived.get(type) ?? []).filter((derived) => {
      for (let at: TypeDefinition = derived; at !== type && at.kind === 'complex'; at = at.base) {
        if (block.has(at.derivation) || type.block.has(at.derivation)) return false
      }
      return true
    })
  }

  #noteBases(type: ComplexType): void {
    for (let { base } = type; base.kind === 'complex' && isOwn(base); { base } = base) {
      const derived = this.#derived.get(base)
      if (derived) derived.push(type)
      else this.#derived.set(base, [type])
    }
  }
}

/** True for a type of the documents, false for one that is built in. */
export function isOwn({ namespace, local }: TypeDefinition): boolean {
  return local === '' || !(namespace === XSD_NAMESPACE || isSoapEncoding(namespace))
}

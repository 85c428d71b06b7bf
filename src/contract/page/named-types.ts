/** The types that a page describes once, under their names: each is found when something refers to it. */
import type {
  ComplexType,
  SchemaComponents,
  SimpleType,
  TypeDefinition,
} from '../../schema/components.js'
import { XSD_NAMESPACE } from '../../xml/tree.js'
import { Anchors } from './anchors.js'
import { type Html, html } from './html.js'

export class NamedTypes {
  readonly #anchors = new Anchors<TypeDefinition>()
  readonly #derived: ReadonlyMap<TypeDefinition, readonly ComplexType[]>
  /** Those that were referred to; a set keeps its order, and grows while it is gone through. */
  readonly #found = new Set<TypeDefinition>()

  constructor({ types }: SchemaComponents) {
    const derived = new Map<TypeDefinition, ComplexType[]>()
    for (const type of types.values()) {
      if (type.kind !== 'complex' || !isOwn(type) || type === type.base) continue
      const types = derived.get(type.base)
      if (types) types.push(type)
      else derived.set(type.base, [type])
    }
    this.#derived = derived
  }

  /** All of them, those too that are found while these are gone through. */
  get found(): Iterable<TypeDefinition> {
    return this.#found
  }

  idOf(type: TypeDefinition): string {
    return this.#anchors.of(type, 'type', type.local)
  }

  /** The types that are made of one by extension or restriction, without another one in between. */
  derivedFrom(type: TypeDefinition): readonly ComplexType[] {
    return this.#derived.get(type) ?? []
  }

  /** The name of a type; undefined for an anonymous complex one, whose members stand where it stands. */
  refer(type: TypeDefinition): Html | undefined {
    if (isOwn(type)) return this.#link(type)
    if (type.kind === 'simple') return this.#simple(type)
    // XSD 1.0 Part 1 §3.4.7: the type of what may be anything.
    return type.local === '' ? undefined : html`<span class="type">anything</span>`
  }

  #link(type: TypeDefinition): Html {
    this.#found.add(type)
    return html`<a class="type" href="#${encodeURIComponent(this.idOf(type))}">${type.local}</a>`
  }

  #simple(type: SimpleType): Html {
    const { variety, item, members, builtIn, local } = type
    const anchor = local || builtIn
    if (anchor) return html`<span class="type">${anchor}</span>`
    switch (variety) {
      case 'list':
        return html`list of ${item && this.refer(item)}`
      case 'union':
        return html`${joined(members.map((member) => this.refer(member)))}`
      case 'any':
      case 'atomic':
        return html`<span class="type">text</span>`
    }
  }
}

/** True for a type that the author has given a name. */
export function isOwn({ local, namespace }: TypeDefinition): boolean {
  return local !== '' && namespace !== XSD_NAMESPACE
}

function joined(names: readonly (Html | undefined)[]): readonly Html[] {
  return names.map((name, index) => (index === 0 ? html`${name}` : html` or ${name}`))
}

/** How deep the elements of a type must nest at least, so that a sample of a type that holds itself ends. */
import type {
  ElementDeclaration,
  Particle,
  SchemaComponents,
  TypeDefinition,
} from '../components.js'
import { declaredElements, undeclaredElement } from './wildcard-sample.js'

export class Heights {
  readonly #schema: SchemaComponents
  readonly #types = new Map<TypeDefinition, number>()

  constructor(schema: SchemaComponents) {
    this.#schema = schema
    const types = reachedFrom(schema)
    for (let changed = true; changed; ) {
      changed = false
      for (const type of types) {
        const height = this.#heightOf(type)
        if (height >= (this.#types.get(type) ?? Number.POSITIVE_INFINITY)) continue
        this.#types.set(type, height)
        changed = true
      }
    }
  }

  /** `Infinity` if no finite message holds it. */
  ofParticle({ min, term }: Particle): number {
    if (min === 0) return 0
    switch (term.kind) {
      case 'any':
        return undeclaredElement(term) ? 1 : this.#least(declaredElements(term, this.#schema))
      case 'element':
        return this.#least(term.substitutes)
      case 'choice':
        return Math.min(...term.particles.map((particle) => this.ofParticle(particle)))
      case 'sequence':
      case 'all':
        return Math.max(0, ...term.particles.map((particle) => this.ofParticle(particle)))
    }
  }

  ofElement({ type }: ElementDeclaration): number {
    return 1 + (this.#types.get(type) ?? (type.kind === 'simple' ? 0 : Number.POSITIVE_INFINITY))
  }

  #least(elements: readonly ElementDeclaration[]): number {
    return Math.min(...elements.map((element) => this.ofElement(element)))
  }

  #heightOf(type: TypeDefinition): number {
    if (type.kind === 'simple') return 0
    const { content } = type
    return content.kind === 'element-only' || content.kind === 'mixed'
      ? this.ofParticle(content.particle)
      : 0
  }
}

/** All types, those without a name among them. */
function reachedFrom({ types: named, elements }: SchemaComponents): ReadonlySet<TypeDefinition> {
  const types = new Set([...named.values(), ...[...elements.values()].map(({ type }) => type)])
  for (const type of types) {
    if (type.kind === 'simple') continue
    const { content } = type
    if (content.kind === 'element-only' || content.kind === 'mixed') {
      for (const element of elementsIn(content.particle)) types.add(element.type)
    }
  }
  return types
}

function elementsIn({ term }: Particle): readonly ElementDeclaration[] {
  if (term.kind === 'any') return []
  return term.kind === 'element' ? term.substitutes : term.particles.flatMap(elementsIn)
}

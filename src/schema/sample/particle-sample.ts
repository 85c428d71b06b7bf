/** Makes the children of an element by its content model. */
import type { XmlElement } from '../../xml/tree.js'
import type {
  ElementDeclaration,
  Particle,
  SchemaComponents,
  TypeDefinition,
  Wildcard,
} from '../components.js'
import type { Heights } from './heights.js'
import { NoSample } from './no-sample.js'
import { declaredElements, undeclaredElement } from './wildcard-sample.js'

/** Below this depth, what may be left out is. */
const DEEP = 8

/** Where children stand, and how they are made. */
export interface Nesting {
  readonly schema: SchemaComponents
  readonly heights: Heights
  readonly optional: boolean
  /** The types of the elements around. */
  readonly around: readonly TypeDefinition[]
  element(declared: ElementDeclaration): XmlElement
}

export function childrenOf(particle: Particle, nesting: Nesting): readonly XmlElement[] {
  const children: XmlElement[] = []
  const times = timesOf(particle, nesting)
  for (let time = 0; time < times; time += 1) children.push(...once(particle, nesting))
  return children
}

function timesOf(particle: Particle, { optional, around, heights }: Nesting): number {
  const { min, max, term } = particle
  if (min > 0 || max === 0 || !optional || term.kind === 'any') return min
  const wanted = heights.ofParticle({ ...particle, min: 1 })
  const again =
    term.kind === 'element' && term.substitutes.every(({ type }) => around.includes(type))
  return again || around.length + wanted > DEEP ? 0 : 1
}

function once({ term }: Particle, nesting: Nesting): readonly XmlElement[] {
  switch (term.kind) {
    case 'any':
      return [wildcard(term, nesting)]
    case 'element':
      return [nesting.element(lowest(term.substitutes, term.local, nesting))]
    case 'choice':
      return childrenOf(branch(term.particles, nesting), nesting)
    case 'sequence':
    case 'all':
      return term.particles.flatMap((particle) => childrenOf(particle, nesting))
  }
}

/** The first of those that nest least. */
function lowest(
  declarations: readonly ElementDeclaration[],
  local: string,
  { heights }: Nesting,
): ElementDeclaration {
  const [first] = declarations.toSorted((one, other) => {
    const [height, otherHeight] = [heights.ofElement(one), heights.ofElement(other)]
    return height === otherHeight ? 0 : height - otherHeight
  })
  if (!first) throw new NoSample(`${local} is abstract, and no element may stand for it`)
  if (heights.ofElement(first) === Number.POSITIVE_INFINITY) {
    throw new NoSample(`${local} holds itself without end`)
  }
  return first
}

/** The first branch that nests little enough, or else the one that nests least. */
function branch(particles: readonly Particle[], { heights, around }: Nesting): Particle {
  const room = DEEP - around.length
  const height = (particle: Particle) => heights.ofParticle(particle)
  const [least] = particles.toSorted((one, other) => {
    const [low, high] = [height(one), height(other)]
    return low === high ? 0 : low - high
  })
  const chosen = particles.find((particle) => height(particle) <= room) ?? least
  if (!chosen) throw new NoSample('a choice has no branches')
  return chosen
}

function wildcard(term: Wildcard, nesting: Nesting): XmlElement {
  const foreign = undeclaredElement(term)
  if (foreign) return foreign
  const declarations = declaredElements(term, nesting.schema)
  if (declarations.length === 0) throw new NoSample('a wildcard wants an element of another schema')
  return nesting.element(lowest(declarations, 'what a wildcard lets in', nesting))
}

/** Particles as Particle Valid (Restriction) compares them (§3.9.6): heads are choices, and no group is pointless. */
import type {
  ElementDeclaration,
  ModelGroup,
  Particle,
  Source,
  Wildcard,
} from '../../components.js'
import { MAX_DEPTH, MAX_PARTICLES, tooLarge } from '../limits.js'
import { type Range, rangeOfAll, repeated } from '../ranges.js'

export type Normal = NormalElement | NormalAny | NormalGroup

export interface NormalElement extends Range {
  readonly kind: 'element'
  readonly declaration: ElementDeclaration
  readonly source: Source | undefined
}

export interface NormalAny extends Range {
  readonly kind: 'any'
  readonly wildcard: Wildcard
  readonly source: Source | undefined
}

export interface NormalGroup extends Range {
  readonly kind: ModelGroup['kind']
  readonly particles: readonly Normal[]
  /** Effective Total Range. */
  readonly total: Range
  readonly source: Source | undefined
}

export function isGroup(particle: Normal): particle is NormalGroup {
  return particle.kind !== 'element' && particle.kind !== 'any'
}

/** undefined for a particle that says nothing. */
export function normalOf(particle: Particle): Normal | undefined {
  const [only] = new Normalising().particle(particle, undefined, 0)
  return only
}

class Normalising {
  #particles = 0

  /** @param around  the kind of the group that it stands in */
  particle(
    particle: Particle,
    around: ModelGroup['kind'] | undefined,
    depth: number,
  ): readonly Normal[] {
    const { min, max, term, source } = particle
    this.#particles += 1
    if (this.#particles > MAX_PARTICLES || depth > MAX_DEPTH) throw tooLarge(source)
    switch (term.kind) {
      case 'any':
        return [{ kind: 'any', min, max, wildcard: term, source }]
      case 'element':
        return elementOrChoice(particle, term, around)
      case 'sequence':
      case 'choice':
      case 'all': {
        const particles = term.particles.flatMap((each) =>
          this.particle(each, term.kind, depth + 1),
        )
        return withoutPointless(grouped(term.kind, particle, particles, source), around)
      }
    }
  }
}

/** Particle Valid (Restriction) 2.1: the head of a substitution group is treated as a choice of its members. */
function elementOrChoice(
  { min, max, source }: Particle,
  declaration: ElementDeclaration,
  around: ModelGroup['kind'] | undefined,
): readonly Normal[] {
  const { substitutes } = declaration
  if (!declaration.global || substitutes.every((each) => each === declaration)) {
    return [{ kind: 'element', min, max, declaration, source }]
  }
  const particles = substitutes.map((each): Normal => {
    return { kind: 'element', min: 1, max: 1, declaration: each, source }
  })
  return withoutPointless(grouped('choice', { min, max }, particles, source), around)
}

/** Particle Valid (Restriction) 2.2: what remains of a group whose members have been treated so already. */
function withoutPointless(
  group: NormalGroup,
  around: ModelGroup['kind'] | undefined,
): readonly Normal[] {
  const { kind, min, max, particles } = group
  const [first] = particles
  // An empty choice takes nothing, not even no element, unless it need not come.
  if (first === undefined) return kind === 'choice' && min > 0 ? [group] : []
  if (min !== 1 || max !== 1) return [group]
  if (particles.length === 1) {
    return isGroup(first) ? withoutPointless(first, around) : [first]
  }
  return kind === around && kind !== 'all' ? particles : [group]
}

export function grouped(
  kind: ModelGroup['kind'],
  { min, max }: Range,
  particles: readonly Normal[],
  source: Source | undefined,
): NormalGroup {
  const total = repeated(rangeOfAll(kind, particles.map(totalOf)), { min, max })
  return { kind, min, max, total, particles, source }
}

/** Effective Total Range (§3.8.6). */
export function totalOf(particle: Normal): Range {
  return isGroup(particle) ? particle.total : particle
}

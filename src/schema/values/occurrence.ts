/** How often each kind of element may stand in a content model, and whether the model tells their order. */
import type { ElementDeclaration, Particle } from '../components.js'
import { ANY } from './keys.js'

/** A kind of element in a content model: a Clark name, or `$any` for what wildcards let in. */
export type Kind = string

export interface Occurrence {
  readonly min: number
  readonly max: number
  /** The first declaration of the name; undefined for wildcards. */
  readonly declaration: ElementDeclaration | undefined
}

export type Occurrences = ReadonlyMap<Kind, Occurrence>

/** In the order in which they first stand in the model. */
export function occurrencesOf(particle: Particle): Occurrences {
  const all = new Map<Kind, Occurrence>()
  addOccurrences(all, particle, 1, 1)
  return all
}

/** Adds those of a particle that stands so often: sequences in sequences, as deep extensions are, add to one map. */
function addOccurrences(
  all: Map<Kind, Occurrence>,
  particle: Particle,
  least: number,
  most: number,
): void {
  const { term } = particle
  const min = least * particle.min
  const max = most * particle.max
  switch (term.kind) {
    case 'any':
      addOccurrence(all, ANY, { min, max, declaration: undefined })
      return
    case 'element': {
      const needed = term.substitutes.length === 1 ? min : 0
      for (const declaration of term.substitutes) {
        addOccurrence(all, declaration.name, { min: needed, max, declaration })
      }
      return
    }
    case 'choice':
      for (const [kind, one] of either(term.particles.map(occurrencesOf))) {
        addOccurrence(all, kind, { ...one, min: min * one.min, max: max * one.max })
      }
      return
    case 'sequence':
    case 'all':
      for (const part of term.particles) addOccurrences(all, part, min, max)
  }
}

function addOccurrence(
  all: Map<Kind, Occurrence>,
  kind: Kind,
  { min, max, declaration }: Occurrence,
): void {
  const before = all.get(kind)
  all.set(kind, {
    min: min + (before?.min ?? 0),
    max: max + (before?.max ?? 0),
    declaration: before?.declaration ?? declaration,
  })
}

function either(parts: readonly Occurrences[]): Occurrences {
  const all = new Map<Kind, Occurrence>()
  for (const [index, part] of parts.entries()) {
    for (const [kind, before] of all) {
      if (!part.has(kind) && before.min > 0) all.set(kind, { ...before, min: 0 })
    }
    for (const [kind, { min, max, declaration }] of part) {
      const before = all.get(kind)
      all.set(kind, {
        min: index === 0 ? min : Math.min(min, before?.min ?? 0),
        max: Math.max(max, before?.max ?? 0),
        declaration: before?.declaration ?? declaration,
      })
    }
  }
  return all
}

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
  const once = ofTerm(particle)
  if (particle.min === 1 && particle.max === 1) return once
  const all = new Map<Kind, Occurrence>()
  for (const [kind, { min, max, declaration }] of once) {
    all.set(kind, { min: min * particle.min, max: max * particle.max, declaration })
  }
  return all
}

function ofTerm({ term }: Particle): Occurrences {
  switch (term.kind) {
    case 'any':
      return new Map([[ANY, { min: 1, max: 1, declaration: undefined }]])
    case 'element': {
      const min = term.substitutes.length === 1 ? 1 : 0
      return new Map(
        term.substitutes.map((declaration) => [declaration.name, { min, max: 1, declaration }]),
      )
    }
    case 'choice':
      return either(term.particles.map(occurrencesOf))
    case 'sequence':
    case 'all':
      return together(term.particles.map(occurrencesOf))
  }
}

function together(parts: readonly Occurrences[]): Occurrences {
  const all = new Map<Kind, Occurrence>()
  for (const part of parts) {
    for (const [kind, { min, max, declaration }] of part) {
      const before = all.get(kind)
      all.set(kind, {
        min: min + (before?.min ?? 0),
        max: max + (before?.max ?? 0),
        declaration: before?.declaration ?? declaration,
      })
    }
  }
  return all
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

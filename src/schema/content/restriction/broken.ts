/** What breaks a rule about restrictions, and how it is said. */
import type { Source } from '../../components.js'
import { inFigures, isWithin } from '../ranges.js'
import { isGroup, type Normal, type NormalGroup } from './normal.js'

export interface Broken {
  readonly clause: string
  readonly sentence: string
  readonly source: Source | undefined
}

export function broken(clause: string, sentence: string, { source }: Normal): Broken {
  return { clause, sentence, source }
}

/** Occurrence Range OK (§3.9.6). */
export function outOfRange(clause: string, derived: Normal, base: Normal): Broken | undefined {
  if (isWithin(derived, base)) return undefined
  const sentence = `${nameOf(derived)} may come ${inFigures(derived)} times, in the base type ${inFigures(base)} times`
  return broken(clause, sentence, derived)
}

export function unmatched(clause: string, derived: Normal, base: NormalGroup): Broken {
  const sentence = `${nameOf(derived)} restricts nothing in ${nameOf(base)} of the base type`
  return broken(clause, sentence, derived)
}

export function missing(clause: string, derived: NormalGroup, required: Normal): Broken {
  return broken(clause, `${nameOf(required)} of the base type is required, and missing`, derived)
}

export function nameOf(particle: Normal): string {
  if (isGroup(particle)) return particle.kind === 'all' ? 'an all group' : `a ${particle.kind}`
  return particle.kind === 'any' ? 'a wildcard' : `the element ${particle.declaration.name}`
}

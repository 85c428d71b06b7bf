/** A wildcard, or a group, that restricts a wildcard (§3.9.6). */
import { isSubset } from '../../wildcards.js'
import { inFigures, isWithin } from '../ranges.js'
import { type Broken, broken, outOfRange } from './broken.js'
import { type Normal, type NormalAny, type NormalGroup, totalOf } from './normal.js'

const STRENGTH = { skip: 0, lax: 1, strict: 2 } as const

/** Particle Derivation OK (Any:Any -- NSSubset). */
export function namespaceSubset(derived: NormalAny, base: NormalAny): Broken | undefined {
  // rcase-NSSubset.1
  const range = outOfRange('rcase-NSSubset.1', derived, base)
  if (range !== undefined) return range
  // rcase-NSSubset.2
  if (!isSubset(derived.wildcard.namespaces, base.wildcard.namespaces)) {
    const sentence =
      'a wildcard takes elements of namespaces that the one of the base type does not take'
    return broken('rcase-NSSubset.2', sentence, derived)
  }
  // rcase-NSSubset.3: unless the base is the ur-type, whose wildcard stands in no document.
  const weaker = STRENGTH[derived.wildcard.process] < STRENGTH[base.wildcard.process]
  return weaker && base.wildcard.source !== undefined
    ? broken('rcase-NSSubset.3', 'a wildcard checks less than the one of the base type', derived)
    : undefined
}

/**
 * Particle Derivation OK (All/Choice/Sequence:Any -- NSRecurseCheckCardinality).
 *
 * @param check  Particle Valid (Restriction)
 */
export function allInNamespace(
  derived: NormalGroup,
  base: NormalAny,
  check: (derived: Normal, base: Normal) => Broken | undefined,
): Broken | undefined {
  // rcase-NSRecurseCheckCardinality.1: of the wildcard, however often it may come.
  const often = { ...base, min: 0, max: Infinity }
  for (const particle of derived.particles) {
    const problem = check(particle, often)
    if (problem !== undefined) return problem
  }
  // rcase-NSRecurseCheckCardinality.2
  const total = totalOf(derived)
  if (isWithin(total, base)) return undefined
  const sentence = `a group may come to ${inFigures(total)} elements, the wildcard of the base type takes ${inFigures(base)}`
  return broken('rcase-NSRecurseCheckCardinality.2', sentence, derived)
}

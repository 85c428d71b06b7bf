/** A group that restricts a group (§3.9.6): each of its particles restricts one of the base. */
import { isWithin } from '../ranges.js'
import { type Broken, broken, missing, outOfRange, unmatched } from './broken.js'
import { type Normal, type NormalGroup, totalOf } from './normal.js'

/** Particle Valid (Restriction). */
export type Check = (derived: Normal, base: Normal) => Broken | undefined

/** Particle Derivation OK (All:All, Sequence:Sequence -- Recurse). */
export function recurse(derived: NormalGroup, base: NormalGroup, check: Check): Broken | undefined {
  // rcase-Recurse.1
  const range = outOfRange('rcase-Recurse.1', derived, base)
  if (range !== undefined) return range
  let at = 0
  for (const particle of derived.particles) {
    // rcase-Recurse.2.1: the first that fits is the one, as no two that could both come overlap.
    let reason: Broken | undefined
    for (;;) {
      const candidate = base.particles[at]
      if (candidate === undefined) return unmatched('rcase-Recurse.2', particle, base)
      at += 1
      reason = check(particle, candidate)
      if (reason === undefined) break
      // rcase-Recurse.2.2
      if (totalOf(candidate).min > 0) return reason
    }
  }
  const left = base.particles.slice(at).find((particle) => totalOf(particle).min > 0)
  return left && missing('rcase-Recurse.2.2', derived, left)
}

/** Particle Derivation OK (Choice:Choice -- RecurseLax). */
export function recurseLax(
  derived: NormalGroup,
  base: NormalGroup,
  check: Check,
): Broken | undefined {
  // rcase-RecurseLax.1
  const range = outOfRange('rcase-RecurseLax.1', derived, base)
  if (range !== undefined) return range
  // rcase-RecurseLax.2
  let at = 0
  for (const particle of derived.particles) {
    for (;;) {
      const candidate = base.particles[at]
      if (candidate === undefined) return unmatched('rcase-RecurseLax.2', particle, base)
      at += 1
      if (check(particle, candidate) === undefined) break
    }
  }
  return undefined
}

/** Particle Derivation OK (Sequence:All -- RecurseUnordered). */
export function recurseUnordered(
  derived: NormalGroup,
  base: NormalGroup,
  check: Check,
): Broken | undefined {
  // rcase-RecurseUnordered.1
  const range = outOfRange('rcase-RecurseUnordered.1', derived, base)
  if (range !== undefined) return range
  const open = new Set(base.particles)
  for (const particle of derived.particles) {
    // rcase-RecurseUnordered.2.1, .2.2
    const counterpart = [...open].find((each) => check(particle, each) === undefined)
    if (counterpart === undefined) return unmatched('rcase-RecurseUnordered.2', particle, base)
    open.delete(counterpart)
  }
  // rcase-RecurseUnordered.2.3
  const left = [...open].find((particle) => totalOf(particle).min > 0)
  return left && missing('rcase-RecurseUnordered.2.3', derived, left)
}

/** Particle Derivation OK (Sequence:Choice -- MapAndSum). */
export function mapAndSum(
  derived: NormalGroup,
  base: NormalGroup,
  check: Check,
): Broken | undefined {
  // rcase-MapAndSum.1
  for (const particle of derived.particles) {
    if (base.particles.every((each) => check(particle, each) !== undefined)) {
      return unmatched('rcase-MapAndSum.1', particle, base)
    }
  }
  // rcase-MapAndSum.2
  const { length } = derived.particles
  const sum = { min: derived.min * length, max: derived.max * length }
  return isWithin(sum, base)
    ? undefined
    : broken(
        'rcase-MapAndSum.2',
        'a sequence holds more or fewer elements than the choice of the base type takes',
        derived,
      )
}

/** Particle Valid (Restriction) (§3.9.6): whether a content model takes only what another one takes, by its form. */
import type { Particle } from '../../components.js'
import { SchemaProblem } from '../../problem.js'
import type { IsDerivedFrom } from '../derived.js'
import { allInNamespace, namespaceSubset } from './any.js'
import { type Broken, broken, nameOf } from './broken.js'
import { inNamespace, nameAndType } from './element.js'
import { mapAndSum, recurse, recurseLax, recurseUnordered } from './groups.js'
import {
  grouped,
  type Normal,
  type NormalElement,
  type NormalGroup,
  normalOf,
  totalOf,
} from './normal.js'

/**
 * @param isDerivedFrom  Type Derivation OK, which another folder knows
 * @throws SchemaProblem with the clause that is broken, such as `rcase-Recurse.2`
 */
export function checkRestriction(
  derived: Particle,
  base: Particle,
  isDerivedFrom: IsDerivedFrom,
): void {
  // cos-particle-restrict.1
  if (derived === base) return
  const problem = new Restriction(isDerivedFrom).ofAll(derived, base)
  if (problem !== undefined) {
    throw new SchemaProblem(problem.clause, problem.sentence, problem.source ?? derived.source)
  }
}

class Restriction {
  readonly #isDerivedFrom: IsDerivedFrom

  constructor(isDerivedFrom: IsDerivedFrom) {
    this.#isDerivedFrom = isDerivedFrom
  }

  ofAll(derivedParticle: Particle, baseParticle: Particle): Broken | undefined {
    const derived = normalOf(derivedParticle)
    const base = normalOf(baseParticle)
    if (base === undefined) {
      return (
        derived &&
        broken(
          'cos-particle-restrict.2',
          `${nameOf(derived)} stands where the base type is empty`,
          derived,
        )
      )
    }
    if (derived !== undefined) return this.of(derived, base)
    return totalOf(base).min === 0
      ? undefined
      : {
          clause: 'cos-particle-restrict.2',
          sentence: `${nameOf(base)} of the base type is required, and missing`,
          source: derivedParticle.source,
        }
  }

  /** cos-particle-restrict.2: by what both are. */
  readonly of = (derived: Normal, base: Normal): Broken | undefined => {
    switch (derived.kind) {
      case 'element':
        return this.#element(derived, base)
      case 'any':
        return base.kind === 'any' ? namespaceSubset(derived, base) : forbidden(derived, base)
      case 'all':
        if (base.kind === 'any') return allInNamespace(derived, base, this.of)
        return base.kind === 'all' ? recurse(derived, base, this.of) : forbidden(derived, base)
      case 'choice':
        if (base.kind === 'any') return allInNamespace(derived, base, this.of)
        return base.kind === 'choice'
          ? recurseLax(derived, base, this.of)
          : forbidden(derived, base)
      case 'sequence':
        return this.#sequence(derived, base)
    }
  }

  #element(derived: NormalElement, base: Normal): Broken | undefined {
    switch (base.kind) {
      case 'element':
        return nameAndType(derived, base, this.#isDerivedFrom)
      case 'any':
        return inNamespace(derived, base)
      // rcase-RecurseAsIfGroup: as if it stood alone in a group of that kind.
      case 'choice':
        return recurseLax(alone(derived, 'choice'), base, this.of)
      case 'all':
      case 'sequence':
        return recurse(alone(derived, base.kind), base, this.of)
    }
  }

  #sequence(derived: NormalGroup, base: Normal): Broken | undefined {
    switch (base.kind) {
      case 'element':
        return forbidden(derived, base)
      case 'any':
        return allInNamespace(derived, base, this.of)
      case 'all':
        return recurseUnordered(derived, base, this.of)
      case 'choice':
        return mapAndSum(derived, base, this.of)
      case 'sequence':
        return recurse(derived, base, this.of)
    }
  }
}

function alone(particle: NormalElement, kind: NormalGroup['kind']): NormalGroup {
  return grouped(kind, { min: 1, max: 1 }, [particle], particle.source)
}

function forbidden(derived: Normal, base: Normal): Broken {
  const sentence = `${nameOf(derived)} cannot restrict ${nameOf(base)} of the base type`
  return broken('cos-particle-restrict.2', sentence, derived)
}

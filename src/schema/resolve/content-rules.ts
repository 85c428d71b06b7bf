/** Stands in for the rules about content until they are there. */
import type { Particle } from '../components.js'
import type { isDerivedFrom } from './derivation.js'

export function isEmptiable({ min, term }: Particle): boolean {
  if (min === 0) return true
  switch (term.kind) {
    case 'element':
    case 'any':
      return false
    case 'choice':
      return term.particles.length === 0 || term.particles.some(isEmptiable)
    case 'sequence':
    case 'all':
      return term.particles.every(isEmptiable)
  }
}

export function checkParticle(_particle: Particle): void {}

export function checkRestriction(
  _derived: Particle,
  _base: Particle,
  _isDerivedFrom: typeof isDerivedFrom,
): void {}

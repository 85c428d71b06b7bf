/** Particle Valid (Extension) (§3.9.6): what an extension adds stands after what it extends. */
import type { Particle } from '../components.js'
import { MAX_DEPTH, tooLarge } from './limits.js'

export function isExtension(extended: Particle, base: Particle): boolean {
  // cos-particle-extend.1
  if (isSame(extended, base, 0)) return true
  // cos-particle-extend.2
  const { min, max, term } = extended
  const [first] = term.kind === 'sequence' ? term.particles : []
  return min === 1 && max === 1 && first !== undefined && isSame(first, base, 0)
}

function isSame(one: Particle, other: Particle, depth: number): boolean {
  if (one === other) return true
  if (depth > MAX_DEPTH) throw tooLarge(one.source)
  if (one.min !== other.min || one.max !== other.max) return false
  const { term } = one
  const { term: others } = other
  if (term === others) return true
  if (term.kind === 'element' || term.kind === 'any') return false
  if (others.kind !== term.kind || others.particles.length !== term.particles.length) return false
  return term.particles.every((each, index) => {
    const counterpart = others.particles[index]
    return counterpart !== undefined && isSame(each, counterpart, depth + 1)
  })
}

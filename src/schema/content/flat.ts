/** Occurrences of a group with one particle in it, put together with those of that particle. */
import type { Particle } from '../components.js'

/** The same content, without groups that hold one particle only, as far as their occurrences can be multiplied. */
export function flat(particle: Particle): Particle {
  let at = particle
  for (;;) {
    const inner = onlyParticle(at)
    if (inner === undefined || !multiplies(at, inner)) return at
    at = { ...inner, min: times(at.min, inner.min), max: times(at.max, inner.max) }
  }
}

function onlyParticle({ term }: Particle): Particle | undefined {
  const grouped = term.kind === 'sequence' || term.kind === 'choice'
  return grouped && term.particles.length === 1 ? term.particles[0] : undefined
}

/** True if the numbers of times that both allow together leave no gap: `(a{2,3}){2,5}` is `a{4,15}`, `(a{2}){0,2}` is not `a{0,4}`. */
function multiplies(outer: Particle, inner: Particle): boolean {
  return (
    outer.min === outer.max || times(outer.min, inner.max) + 1 >= times(outer.min + 1, inner.min)
  )
}

/** Zero times without bound is zero. */
function times(one: number, other: number): number {
  return one === 0 || other === 0 ? 0 : one * other
}

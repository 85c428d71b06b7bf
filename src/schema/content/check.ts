/** The rules that every content model must obey, whatever it is derived from. */
import type { Particle } from '../components.js'
import type { Forgive } from '../problem.js'
import { checkAmbiguity } from './ambiguity.js'
import { checkConsistent } from './consistent.js'

/**
 * Unique Particle Attribution, and Element Declarations Consistent (§3.8.6).
 *
 * @param forgive  as of `checkAmbiguity`
 * @throws SchemaProblem with `cos-nonambig` or `cos-element-consistent`
 */
export function checkParticle(particle: Particle, forgive?: Forgive | undefined): void {
  checkConsistent(particle)
  checkAmbiguity(particle, forgive)
}

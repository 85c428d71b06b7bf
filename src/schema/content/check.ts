/** The rules that every content model must obey, whatever it is derived from. */
import type { Particle } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { checkAmbiguity } from './ambiguity.js'
import { checkConsistent } from './consistent.js'

/**
 * Unique Particle Attribution, and Element Declarations Consistent, All Group Limited (§3.8.6).
 *
 * @throws SchemaProblem with `cos-nonambig`, `cos-element-consistent` or `cos-all-limited.1`
 */
export function checkParticle(particle: Particle): void {
  // cos-all-limited.1.2: as the whole of a content, an all group comes once.
  if (particle.term.kind === 'all' && particle.max !== 1) {
    throw new SchemaProblem(
      'cos-all-limited.1',
      'an all group comes more than once',
      particle.source,
    )
  }
  checkConsistent(particle)
  checkAmbiguity(particle)
}

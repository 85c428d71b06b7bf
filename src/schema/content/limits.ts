/** How large a content model may be: a few lines of nested groups could ask for any amount of memory, or of stack. */
import type { Source } from '../components.js'
import { SchemaProblem } from '../problem.js'

export const MAX_DEPTH = 1000
export const MAX_PARTICLES = 200_000
/** Groups with `maxOccurs="2"` and the like, one in another: each asks the others whether it may end. */
export const MAX_COUNTED = 16

export function tooLarge(source: Source | undefined): SchemaProblem {
  const sentence = `a content model has more than ${MAX_PARTICLES} particles, groups nested deeper than ${MAX_DEPTH}, or counted groups nested deeper than ${MAX_COUNTED}`
  return new SchemaProblem('content-too-large', sentence, source)
}

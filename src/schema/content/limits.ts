/** How large a content model may be: a few lines of nested groups could ask for any amount of memory, or of stack. */
import type { Source } from '../components.js'
import { SchemaProblem } from '../problem.js'

export const MAX_DEPTH = 1000
export const MAX_PARTICLES = 200_000

export function tooLarge(source: Source | undefined): SchemaProblem {
  const sentence = `a content model has more than ${MAX_PARTICLES} particles, or groups nested deeper than ${MAX_DEPTH}`
  return new SchemaProblem('content-too-large', sentence, source)
}

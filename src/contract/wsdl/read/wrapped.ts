/** Tells document messages whose entry wraps parameters from those whose entry is the one parameter. */
import type { ElementDeclaration, Particle } from '../../../schema/components.js'

/**
 * Document wrapped is a convention, not a rule of WSDL: the entry is named as the operation, and its
 * type is a sequence of elements, without attributes.
 *
 * @param name  of the operation; undefined for an answer, whose entry may have any name
 */
export function isWrapper({ local, type }: ElementDeclaration, name: string | undefined): boolean {
  if ((name !== undefined && local !== name) || type.kind === 'simple') return false
  if (type.attributes.size > 0 || type.anyAttribute) return false
  const { content } = type
  return (
    content.kind === 'empty' || (content.kind === 'element-only' && isSequence(content.particle))
  )
}

function isSequence({ term, max }: Particle): boolean {
  return (
    max === 1 &&
    'particles' in term &&
    term.kind === 'sequence' &&
    term.particles.every((particle) => particle.term.kind === 'element')
  )
}

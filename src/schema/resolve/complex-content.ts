/** Complex content: extensions and restrictions of complex types (§3.4.2). */
import type { ComplexType, Content, Source } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { valueIn } from '../read/values.js'
import { attributeSetOf } from './attribute-sets.js'
import type { Draft } from './draft.js'
import { effectiveContent } from './effective-content.js'
import { extendAttributes, restrictAttributes } from './inherit-attributes.js'
import type { Resolution } from './resolution.js'

/** @param at  the `restriction` or `extension` element */
export function completeComplexContent(
  type: Draft<ComplexType>,
  at: Source,
  mixed: boolean,
  resolution: Resolution,
): void {
  const qname = valueIn(at.node, 'base') ?? ''
  const base = resolution.type(at, qname)
  // src-ct.1: complex content comes from a complex type.
  if (base.kind === 'simple') {
    throw new SchemaProblem(
      'src-ct.1',
      `${qname} is a simple type: complex content has a complex one`,
      at,
    )
  }
  resolution.completed(base)
  type.base = base
  const own = effectiveContent(at, mixed, resolution)
  const attributes = attributeSetOf(at, 'ct-props-correct.4', resolution)
  if (at.node.local === 'extension') {
    type.derivation = 'extension'
    type.content = extended(base.content, own, at)
    extendAttributes(type, base, attributes, at)
  } else {
    type.derivation = 'restriction'
    type.content = own
    restrictAttributes(type, base, attributes)
  }
}

/** §3.4.2, complex content, clause 3.2: what the base has, and then its own. */
function extended(base: Content, own: Content, source: Source): Content {
  if (own.kind === 'empty') return base
  if (base.kind === 'empty' || own.kind === 'simple') return own
  // cos-ct-extends.1.4: complex content cannot extend simple content.
  if (base.kind === 'simple') {
    throw new SchemaProblem(
      'cos-ct-extends.1.4',
      'the base has simple content, so no elements can be added',
      source,
    )
  }
  // cos-ct-extends.1.4.2.2.1: both are mixed, or both are not.
  if (base.kind !== own.kind) {
    const which = base.kind === 'mixed' ? 'is' : 'is not'
    throw new SchemaProblem(
      'cos-ct-extends.1.4',
      `the base ${which} mixed: an extension is as its base is`,
      source,
    )
  }
  if (isEmptySequence(own)) return base
  const particles = [base.particle, own.particle]
  // cos-all-limited.1: an all group is the whole content of a type.
  if (particles.some(({ term }) => term.kind === 'all')) {
    throw new SchemaProblem(
      'cos-all-limited.1',
      'an all group is extended, or extends something',
      source,
    )
  }
  // cos-particle-extend.2: what is extended comes first, as it is.
  const term = { kind: 'sequence', particles, source } as const
  return { kind: own.kind, particle: { min: 1, max: 1, term, source } }
}

function isEmptySequence(content: Content): boolean {
  if (content.kind !== 'mixed') return false
  const { term } = content.particle
  return term.kind === 'sequence' && term.particles.length === 0
}

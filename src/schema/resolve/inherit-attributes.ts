/** The attributes of a derived type: its own, and those of its base (§3.4.2). */
import type { ComplexType, Source, Wildcard } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { union } from '../wildcards.js'
import type { Draft } from './draft.js'
import type { AttributeSet } from './resolution.js'

/** @param base  undefined for a simple type */
export function extendAttributes(
  type: Draft<ComplexType>,
  base: ComplexType | undefined,
  own: AttributeSet,
  source: Source,
): void {
  const attributes = new Map(base?.attributes)
  for (const [name, use] of own.attributes) {
    // ct-props-correct.4: no two attributes have the same name.
    if (attributes.has(name)) {
      throw new SchemaProblem(
        'ct-props-correct.4',
        `the base has the attribute ${name} already`,
        source,
      )
    }
    attributes.set(name, use)
  }
  type.attributes = attributes
  type.anyAttribute = unionOf(own.anyAttribute, base?.anyAttribute, source)
}

function unionOf(
  own: Wildcard | undefined,
  base: Wildcard | undefined,
  source: Source,
): Wildcard | undefined {
  if (!own || !base) return own ?? base
  const namespaces = union(own.namespaces, base.namespaces)
  // src-ct.5: the union can be expressed.
  if (!namespaces) {
    const sentence =
      'no wildcard stands for what the attribute wildcards of the type and its base take'
    throw new SchemaProblem('src-ct.5', sentence, source)
  }
  return { ...own, namespaces }
}

export function restrictAttributes(
  type: Draft<ComplexType>,
  base: ComplexType,
  own: AttributeSet,
): void {
  const attributes = new Map(base.attributes)
  for (const name of own.prohibited) attributes.delete(name)
  for (const [name, use] of own.attributes) attributes.set(name, use)
  type.attributes = attributes
  type.anyAttribute = own.anyAttribute
}

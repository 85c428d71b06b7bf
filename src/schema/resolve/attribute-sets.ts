/** The attributes of a type or an attribute group: its own, and those of the groups that it refers to (§3.4.2, §3.6.2). */
import type { ClarkName } from '../../xml/tree.js'
import type { AttributeUse, Source, Wildcard } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { partsOf, valueIn } from '../read/values.js'
import { intersection } from '../wildcards.js'
import { prohibitedName, useOf } from './attributes.js'
import type { AttributeSet, Resolution } from './resolution.js'
import { wildcardOf } from './wildcard.js'

/**
 * @param source     what the `attribute`, `attributeGroup` and `anyAttribute` elements stand in
 * @param duplicate  the clause that forbids two attributes of a name there
 */
export function attributeSetOf(
  source: Source,
  duplicate: string,
  resolution: Resolution,
): AttributeSet {
  const uses = new Map<ClarkName, AttributeUse>()
  const prohibited = new Set<ClarkName>()
  const wildcards: Wildcard[] = []
  let own: Wildcard | undefined
  const add = (use: AttributeUse, at: Source): void => {
    const { name } = use.declaration
    if (uses.has(name) && uses.get(name) !== use) {
      throw new SchemaProblem(duplicate, `there are two attributes ${name}`, at)
    }
    uses.set(name, use)
  }
  for (const node of partsOf(source.node)) {
    const at = { document: source.document, node }
    if (node.local === 'attribute') {
      if (valueIn(node, 'use') === 'prohibited') prohibited.add(prohibitedName(at, resolution))
      else add(useOf(at, resolution), at)
    } else if (node.local === 'attributeGroup') {
      const group = resolution.attributeGroup(at, valueIn(node, 'ref') ?? '')
      for (const use of group.attributes.values()) add(use, at)
      if (group.anyAttribute) wildcards.push(group.anyAttribute)
    } else if (node.local === 'anyAttribute') {
      own = wildcardOf(at)
    }
  }
  const anyAttribute = wildcardOfAll(own, wildcards, source)
  return { attributes: uses, prohibited, anyAttribute }
}

/** The intersection of all; what it does with attributes says its own one, or else the first. */
function wildcardOfAll(
  own: Wildcard | undefined,
  others: readonly Wildcard[],
  source: Source,
): Wildcard | undefined {
  const [first, ...rest] = own ? [own, ...others] : others
  if (!first) return undefined
  let { namespaces } = first
  for (const other of rest) {
    const both = intersection(namespaces, other.namespaces)
    // src-ct.4, src-attribute_group.2: the intersection can be expressed.
    if (!both) {
      const sentence = 'no wildcard stands for what both attribute wildcards take'
      throw new SchemaProblem('src-attribute_group.2', sentence, source)
    }
    namespaces = both
  }
  return { ...first, namespaces }
}

/** Simple content: complex types whose content is text (§3.4.2). */
import type { ComplexType, SimpleType, Source, TypeDefinition } from '../components.js'
import { isEmptiable } from '../content/index.js'
import { SchemaProblem } from '../problem.js'
import { partOf, valueIn } from '../read/values.js'
import { type Naming, restrict } from '../simple/index.js'
import { attributeSetOf } from './attribute-sets.js'
import type { Draft } from './draft.js'
import { extendAttributes, restrictAttributes } from './inherit-attributes.js'
import type { Resolution } from './resolution.js'
import { facetsIn, simpleTypeOf } from './simple-types.js'

/** @param at  the `restriction` or `extension` element */
export function completeSimpleContent(
  type: Draft<ComplexType>,
  at: Source,
  resolution: Resolution,
): void {
  const qname = valueIn(at.node, 'base') ?? ''
  const base = resolution.type(at, qname)
  if (base.kind === 'complex') resolution.completed(base)
  type.base = base
  const attributes = attributeSetOf(at, 'ct-props-correct.4', resolution)
  if (at.node.local === 'extension') {
    type.derivation = 'extension'
    type.content = { kind: 'simple', type: textType(base, qname, at) }
    extendAttributes(type, base.kind === 'complex' ? base : undefined, attributes, at)
    return
  }
  // src-ct.2: simple content restricts the simple content of a complex type.
  if (base.kind === 'simple') {
    throw new SchemaProblem(
      'src-ct.2',
      `${qname} is a simple type: a complex one is restricted here`,
      at,
    )
  }
  type.derivation = 'restriction'
  type.content = { kind: 'simple', type: restrictedText(base, qname, at, resolution) }
  restrictAttributes(type, base, attributes)
}

function textType(base: TypeDefinition, qname: string, at: Source): SimpleType {
  if (base.kind === 'simple') return base
  if (base.content.kind === 'simple') return base.content.type
  // src-ct.2.1: the base has simple content.
  throw new SchemaProblem('src-ct.2', `${qname} has no simple content`, at)
}

/** §3.4.2, simple content, clauses 1 and 2 of the content type. */
function restrictedText(
  base: ComplexType,
  qname: string,
  at: Source,
  resolution: Resolution,
): SimpleType {
  const { document, node } = at
  const inner = partOf(node, 'simpleType')
  const own = inner && simpleTypeOf({ document, node: inner }, resolution)
  // src-ct.2.1.2: mixed content that may be empty becomes simple content by a type within.
  const { content } = base
  const mixed = content.kind === 'mixed' && isEmptiable(content.particle)
  if (mixed && !own) {
    throw new SchemaProblem(
      'src-ct.2',
      `${qname} has mixed content, so a simple type is needed here`,
      at,
    )
  }
  const text = own ?? textType(base, qname, at)
  if (!mixed) textType(base, qname, at)
  const facets = facetsIn(at)
  return facets.length === 0 ? text : restrict(text, facets, namingOf(at))
}

function namingOf(source: Source): Naming {
  return { local: '', namespace: '', final: new Set(), source }
}

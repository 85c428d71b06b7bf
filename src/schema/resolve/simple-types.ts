/** Simple types of their definitions: restrictions, lists and unions (§3.14.2). */
import { attributeOf, trimXml } from '../../xml/tree.js'
import type { SimpleType, Source } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { flagIn, listIn, partOf, partsOf, valueIn } from '../read/values.js'
import { type FacetSource, listOf, type Naming, restrict, unionOf } from '../simple/index.js'
import { finalOfSimpleType } from './derivations.js'
import type { Resolution } from './resolution.js'

/** @param source  a `simpleType` element */
export function simpleTypeOf(source: Source, resolution: Resolution): SimpleType {
  const { document, node } = source
  const local = valueIn(node, 'name') ?? ''
  const naming: Naming = {
    local,
    namespace: document.namespace,
    final: finalOfSimpleType(source),
    source,
  }
  for (const part of partsOf(node)) {
    const at = { document, node: part }
    switch (part.local) {
      case 'restriction':
        return restricted(at, naming, resolution)
      case 'list':
        return listOf(itemOf(at, resolution), naming)
      case 'union':
        return unionOf(membersOf(at, resolution), naming)
    }
  }
  throw new SchemaProblem('s4s-elt-must-match', 'a simple type says what it comes from', source)
}

function restricted(at: Source, naming: Naming, resolution: Resolution): SimpleType {
  const facets = facetsIn(at)
  const type = restrict(baseOf(at, resolution), facets, naming)
  // Part 2 §3.2.19: the value space of NOTATION is the set of notations declared in the schema.
  if (type.primitive === 'NOTATION') {
    for (const { kind, value, source } of facets) {
      if (kind === 'enumeration') resolution.notation(source, trimXml(value))
    }
  }
  return type
}

function baseOf(at: Source, resolution: Resolution): SimpleType {
  const qname = valueIn(at.node, 'base')
  return qname === undefined ? innerType(at, resolution) : resolution.simpleType(at, qname)
}

function itemOf(at: Source, resolution: Resolution): SimpleType {
  const qname = valueIn(at.node, 'itemType')
  return qname === undefined ? innerType(at, resolution) : resolution.simpleType(at, qname)
}

function membersOf(at: Source, resolution: Resolution): readonly SimpleType[] {
  const named = listIn(at.node, 'memberTypes').map((qname) => resolution.simpleType(at, qname))
  const inner = partsOf(at.node).filter(({ local }) => local === 'simpleType')
  return [
    ...named,
    ...inner.map((node) => simpleTypeOf({ document: at.document, node }, resolution)),
  ]
}

/** The anonymous type in a restriction or a list. */
function innerType({ document, node }: Source, resolution: Resolution): SimpleType {
  const inner = partOf(node, 'simpleType')
  if (inner) return simpleTypeOf({ document, node: inner }, resolution)
  throw new SchemaProblem('src-simple-type', `<${node.local}> names no type, and has none in it`)
}

const FACETS: ReadonlySet<string> = new Set([
  'length',
  'minLength',
  'maxLength',
  'pattern',
  'enumeration',
  'whiteSpace',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
])

/** The facets in a restriction, in their order. */
export function facetsIn({ document, node }: Source): readonly FacetSource[] {
  return partsOf(node)
    .filter(({ local }) => FACETS.has(local))
    .map((facet) => ({
      kind: facet.local,
      value: attributeOf(facet, '', 'value') ?? '',
      fixed: flagIn(facet, 'fixed') ?? false,
      source: { document, node: facet },
    }))
}

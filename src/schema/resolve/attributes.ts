/** Attribute declarations and uses of `attribute` elements (§3.2.2). */
import { type ClarkName, clarkName, XSI_NAMESPACE } from '../../xml/tree.js'
import type { AttributeDeclaration, AttributeUse, SimpleType, Source } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { partOf, valueIn } from '../read/values.js'
import { ANY_SIMPLE_TYPE } from './built-in.js'
import { checkAttribute, checkUse } from './check-attributes.js'
import { isQualified, valueConstraintOf } from './properties.js'
import type { Resolution } from './resolution.js'
import { simpleTypeOf } from './simple-types.js'

/** @param namespace  of the declaration */
function declarationOf(
  source: Source,
  namespace: string,
  global: boolean,
  resolution: Resolution,
): AttributeDeclaration {
  const { node } = source
  const local = valueIn(node, 'name') ?? ''
  // no-xmlns
  if (local === 'xmlns') throw new SchemaProblem('no-xmlns', 'no attribute is named xmlns', source)
  // no-xsi: whoever validates knows these attributes already.
  if (namespace === XSI_NAMESPACE) {
    throw new SchemaProblem('no-xsi', `no schema declares attributes of ${namespace}`, source)
  }
  const declaration: AttributeDeclaration = {
    kind: 'attribute',
    local,
    namespace,
    name: clarkName({ namespace, local }),
    global,
    type: typeOf(source, resolution),
    constraint: global ? valueConstraintOf(node) : undefined,
    source,
  }
  resolution.check(source, () => checkAttribute(declaration))
  return declaration
}

export function globalAttribute(source: Source, resolution: Resolution): AttributeDeclaration {
  return declarationOf(source, source.document.namespace, true, resolution)
}

function typeOf(source: Source, resolution: Resolution): SimpleType {
  const { document, node } = source
  const inner = partOf(node, 'simpleType')
  if (inner) return simpleTypeOf({ document, node: inner }, resolution)
  const named = valueIn(node, 'type')
  return named === undefined ? ANY_SIMPLE_TYPE : resolution.simpleType(source, named)
}

/** §3.2.2: one that is prohibited stands for no component, so nothing but its name is looked at. */
export function prohibitedName(source: Source, { names }: Resolution): ClarkName {
  const { document, node } = source
  const ref = valueIn(node, 'ref')
  if (ref !== undefined) return clarkName(names.refer(source, ref))
  const namespace = isQualified(source, 'attributeFormDefault') ? document.namespace : ''
  return clarkName({ namespace, local: valueIn(node, 'name') ?? '' })
}

/** The use that an attribute within a type or a group makes. */
export function useOf(source: Source, resolution: Resolution): AttributeUse {
  const { document, node } = source
  const ref = valueIn(node, 'ref')
  const namespace = isQualified(source, 'attributeFormDefault') ? document.namespace : ''
  const declaration =
    ref === undefined
      ? declarationOf(source, namespace, false, resolution)
      : resolution.attribute(source, ref)
  const use = {
    required: valueIn(node, 'use') === 'required',
    declaration,
    constraint: valueConstraintOf(node) ?? declaration.constraint,
  }
  resolution.check(source, () => checkUse(use))
  return use
}

/** Element declarations of `element` elements, global and local (§3.3.2). */
import { clarkName } from '../../xml/tree.js'
import type { ElementDeclaration, Source } from '../components.js'
import { flagIn, partOf, partsOf, valueIn } from '../read/values.js'
import { ANY_TYPE } from './any-type.js'
import { checkElement } from './check-elements.js'
import { blockOfElement, finalOf } from './derivations.js'
import type { Draft } from './draft.js'
import { identityConstraintOf } from './identity.js'
import { isQualified, valueConstraintOf } from './properties.js'
import type { Resolution } from './resolution.js'

/** A global element: it may be referred to at once, and is completed later. */
export function globalElement(source: Source, resolution: Resolution): ElementDeclaration {
  const element = draft(source, true)
  resolution.completeLater(element, 'e-props-correct.6', () => {
    const head = valueIn(source.node, 'substitutionGroup')
    if (head !== undefined) {
      element.head = resolution.element(source, head)
      // e-props-correct.6: an element is not in its own substitution group, at any distance.
      resolution.completed(element.head)
    }
    complete(element, source, resolution)
  })
  return element
}

export function localElement(source: Source, resolution: Resolution): ElementDeclaration {
  const element = draft(source, false)
  element.substitutes = [element]
  complete(element, source, resolution)
  return element
}

function draft(source: Source, global: boolean): Draft<ElementDeclaration> {
  const { document, node } = source
  const local = valueIn(node, 'name') ?? ''
  const namespace = global || isQualified(source, 'elementFormDefault') ? document.namespace : ''
  return {
    kind: 'element',
    local,
    namespace,
    name: clarkName({ namespace, local }),
    global,
    type: ANY_TYPE,
    nillable: flagIn(node, 'nillable') ?? false,
    abstract: flagIn(node, 'abstract') ?? false,
    constraint: valueConstraintOf(node),
    block: blockOfElement(source),
    final: global ? finalOf(source) : new Set(),
    head: undefined,
    substitutes: [],
    constraints: [],
    source,
  }
}

function complete(
  element: Draft<ElementDeclaration>,
  source: Source,
  resolution: Resolution,
): void {
  const { document, node } = source
  const named = valueIn(node, 'type')
  const inner = partOf(node, 'simpleType', 'complexType')
  // §3.3.2: the type in it, or that it names, or that of the head of its substitution group.
  if (inner) element.type = resolution.typeIn({ document, node: inner })
  else if (named !== undefined) element.type = resolution.type(source, named)
  else if (element.head) element.type = element.head.type
  element.constraints = partsOf(node)
    .filter(({ local }) => local === 'key' || local === 'unique' || local === 'keyref')
    .map((constraint) => identityConstraintOf({ document, node: constraint }, resolution))
  resolution.check(source, () => checkElement(element))
}

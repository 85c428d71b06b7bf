/** Complex types of `complexType` elements (§3.4.2): their properties here, their content in files of its own. */
import { clarkName } from '../../xml/tree.js'
import type { ComplexType, Source } from '../components.js'
import { flagIn, partOf, valueIn } from '../read/values.js'
import { ANY_TYPE } from './any-type.js'
import { attributeSetOf } from './attribute-sets.js'
import { checkType } from './check-types.js'
import { completeComplexContent } from './complex-content.js'
import { blockOfType, finalOf } from './derivations.js'
import type { Draft } from './draft.js'
import { effectiveContent } from './effective-content.js'
import type { Resolution } from './resolution.js'
import { completeSimpleContent } from './simple-content.js'

/** A type that can be referred to at once, and is completed later: its content may need itself. */
export function complexTypeOf(source: Source, resolution: Resolution): ComplexType {
  const { document, node } = source
  const local = valueIn(node, 'name') ?? ''
  const { namespace } = document
  const type: Draft<ComplexType> = {
    kind: 'complex',
    local,
    namespace,
    name: local === '' ? '' : clarkName({ namespace, local }),
    base: ANY_TYPE,
    derivation: 'restriction',
    abstract: flagIn(node, 'abstract') ?? false,
    block: blockOfType(source),
    final: finalOf(source),
    attributes: new Map(),
    anyAttribute: undefined,
    content: { kind: 'empty' },
    source,
  }
  // ct-props-correct.3: no type comes from itself, but for xs:anyType.
  resolution.completeLater(type, 'ct-props-correct.3', () => {
    complete(type, source, resolution)
    resolution.check(source, () => checkType(type, resolution.forgive))
  })
  return type
}

function complete(type: Draft<ComplexType>, source: Source, resolution: Resolution): void {
  const { document, node } = source
  const outer = partOf(node, 'simpleContent', 'complexContent')
  const inner = outer && partOf(outer, 'restriction', 'extension')
  if (!outer || !inner) {
    // §3.4.2: without either it restricts xs:anyType.
    const mixed = flagIn(node, 'mixed') ?? false
    const own = attributeSetOf(source, 'ct-props-correct.4', resolution)
    type.content = effectiveContent(source, mixed, resolution)
    type.attributes = own.attributes
    type.anyAttribute = own.anyAttribute
    return
  }
  const at = { document, node: inner }
  if (outer.local === 'simpleContent') {
    completeSimpleContent(type, at, resolution)
  } else {
    // The attribute of complexContent goes before that of complexType.
    const mixed = flagIn(outer, 'mixed') ?? flagIn(node, 'mixed') ?? false
    completeComplexContent(type, at, mixed, resolution)
  }
}

/** What every schema has without declaring it: built-in types, and the attributes of `xml:` and `xsi:`. */
import { type ClarkName, clarkName, XSD_NAMESPACE, XSI_NAMESPACE } from '../../xml/tree.js'
import type { AttributeDeclaration, SimpleType, TypeDefinition } from '../components.js'
import { builtInType, builtInTypes, listOf, type Naming } from '../simple/index.js'
import { ANY_TYPE } from './any-type.js'

export const ANY_SIMPLE_TYPE = simple('anySimpleType')

/** A type of the namespace of XML Schema; undefined if there is none. */
export function builtInDefinition(local: string): TypeDefinition | undefined {
  return local === 'anyType' ? ANY_TYPE : builtInType(local)
}

/** All of them, `anyType` and `anySimpleType` too. */
export function builtInDefinitions(): ReadonlyMap<ClarkName, TypeDefinition> {
  const all = [...builtInTypes()].map(
    ([local, type]) => [clarkName({ namespace: XSD_NAMESPACE, local }), type] as const,
  )
  return new Map<ClarkName, TypeDefinition>([
    [ANY_TYPE.name, ANY_TYPE],
    [ANY_SIMPLE_TYPE.name, ANY_SIMPLE_TYPE],
    ...all,
  ])
}

/** §3.2.7: whoever validates knows the attributes of `xsi:`. */
export function builtInAttributes(): readonly AttributeDeclaration[] {
  return [
    attribute('type', simple('QName')),
    attribute('nil', simple('boolean')),
    attribute('schemaLocation', listOf(simple('anyURI'), ANONYMOUS)),
    attribute('noNamespaceSchemaLocation', simple('anyURI')),
  ]
}

const ANONYMOUS: Naming = { local: '', namespace: '', final: new Set(), source: undefined }

function attribute(local: string, type: SimpleType): AttributeDeclaration {
  const namespace = XSI_NAMESPACE
  return {
    kind: 'attribute',
    local,
    namespace,
    name: clarkName({ namespace, local }),
    global: true,
    type,
    constraint: undefined,
    source: undefined,
  }
}

function simple(local: string): SimpleType {
  const type = builtInType(local)
  if (!type) throw new TypeError(`no type xs:${local} is built in`)
  return type
}

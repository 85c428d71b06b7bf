/** The four attributes of `xsi:` that every element may have (§2.6), and their types (§3.2.7). */
import { type XmlAttribute, type XmlElement, XSI_NAMESPACE } from '../../xml/tree.js'
import type { AttributeValue } from '../identity/index.js'
import { builtInType, normalise } from '../simple/index.js'

const TYPES: ReadonlyMap<string, string> = new Map([
  ['type', 'QName'],
  ['nil', 'boolean'],
  ['schemaLocation', 'anyURI'],
  ['noNamespaceSchemaLocation', 'anyURI'],
])

export function isInstanceAttribute({ namespace, local }: XmlAttribute): boolean {
  return namespace === XSI_NAMESPACE && TYPES.has(local)
}

/** Those of an element, for identity constraints: `@*` finds them too. */
export function instanceValues({ attributes, scope }: XmlElement): readonly AttributeValue[] {
  return attributes.filter(isInstanceAttribute).map((attribute) => {
    const simple = builtInType(TYPES.get(attribute.local) ?? '')
    const text = simple ? normalise(simple, attribute.value) : attribute.value
    return { attribute, declaration: undefined, text, simple, scope }
  })
}

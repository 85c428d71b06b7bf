/** Finds what WSDL and schema documents name: imports, includes and redefinitions. */
import { nameOf } from '../../schema/definitions/definitions.js'
import { WSDL_NAMESPACE } from '../../schema/definitions/vocabulary.js'
import {
  attributeOf,
  childElements,
  isNamed,
  trimXml,
  type XmlElement,
  XSD_NAMESPACE,
} from '../../xml/tree.js'

/** A place that names another document. */
export interface Location {
  readonly start: number
  readonly attribute: 'location' | 'schemaLocation'
  /** As it stands, without white space around it. */
  readonly text: string
}

export const isDefinitions = (root: XmlElement) => isNamed(root, WSDL_NAMESPACE, 'definitions')

const isSchema = (node: XmlElement) => isNamed(node, XSD_NAMESPACE, 'schema')

/** @param root  of a WSDL document (WSDL 1.1 §2.1.1, §2.2) or of a schema (XML Schema Part 1 §4.2) */
export function locationsIn(root: XmlElement): readonly Location[] {
  if (isSchema(root)) return inSchema(root)
  if (!isDefinitions(root)) return []
  return childElements(root).flatMap((node) => {
    if (isNamed(node, WSDL_NAMESPACE, 'import')) return locationOf(node, 'location')
    if (!isNamed(node, WSDL_NAMESPACE, 'types')) return []
    return childElements(node).filter(isSchema).flatMap(inSchema)
  })
}

/** The name of the first service of a WSDL document. */
export function firstService(root: XmlElement): string | undefined {
  const service = childElements(root).find((node) => isNamed(node, WSDL_NAMESPACE, 'service'))
  return service && nameOf(service)
}

const BRINGS: readonly string[] = ['import', 'include', 'redefine']

function inSchema(schema: XmlElement): readonly Location[] {
  return childElements(schema)
    .filter(({ namespace, local }) => namespace === XSD_NAMESPACE && BRINGS.includes(local))
    .flatMap((node) => locationOf(node, 'schemaLocation'))
}

function locationOf(node: XmlElement, attribute: Location['attribute']): readonly Location[] {
  const text = trimXml(attributeOf(node, '', attribute) ?? '')
  return text === '' ? [] : [{ start: node.start, attribute, text }]
}

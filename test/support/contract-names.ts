/** The names in WSDL documents: of services, ports, bindings, port types, operations, messages, parts, header parts and faults. */
import { childElements, resolveQName, type XmlElement } from '../../src/xml/tree.js'

const WSDL = 'http://schemas.xmlsoap.org/wsdl/'

/** The children of a name of WSDL. */
export function parts(node: XmlElement, ...locals: readonly string[]): readonly XmlElement[] {
  return childElements(node).filter(
    ({ namespace, local }) => namespace === WSDL && locals.includes(local),
  )
}

export const value = (node: XmlElement, attribute: string): string | undefined =>
  node.attributes.find(({ namespace, local }) => namespace === '' && local === attribute)?.value

/**
 * What a document defines and refers to, a line each, in the order in which it stands.
 *
 * @param leaves  names of ports and services that are no part of it
 */
export function namesIn(
  root: XmlElement,
  leaves: (node: XmlElement) => boolean = () => false,
): readonly string[] {
  const target = value(root, 'targetNamespace') ?? ''
  return [`definitions ${value(root, 'name') ?? ''} of ${target}`, ...below(root, leaves, '')]
}

const KINDS = [
  'message',
  'part',
  'portType',
  'operation',
  'input',
  'output',
  'fault',
  'binding',
  'service',
  'port',
]

/** Attributes whose values are names of definitions, of parts, or the text of an action. */
const STATED = [
  'binding',
  'element',
  'message',
  'name',
  'namespace',
  'parameterOrder',
  'part',
  'parts',
  'soapAction',
  'style',
  'transport',
  'type',
  'use',
  'Action',
]

function below(
  node: XmlElement,
  leaves: (node: XmlElement) => boolean,
  path: string,
): readonly string[] {
  return childElements(node).flatMap((child) => {
    const isWsdl = child.namespace === WSDL
    if (isWsdl && (child.local === 'types' || child.local === 'import')) return []
    if (
      leaves(child) ||
      (isWsdl && !KINDS.includes(child.local) && child.local !== 'documentation')
    )
      return []
    const attributes = child.attributes
      .filter(({ local }) => STATED.includes(local))
      .map(({ local, value: text }) => ` ${local}=${named(child, local, text)}`)
    const text = child.children
      .filter((one) => typeof one === 'string')
      .join('')
      .trim()
    const line = `${path}/${isWsdl ? '' : `{${child.namespace}}`}${child.local}${attributes.join('')} ${text}`
    return [line, ...below(child, leaves, line)]
  })
}

const QNAMES = ['binding', 'element', 'message', 'type']

function named(node: XmlElement, attribute: string, text: string): string {
  const name = QNAMES.includes(attribute) ? resolveQName(node.scope, text) : undefined
  return name ? `{${name.namespace}}${name.local}` : text
}

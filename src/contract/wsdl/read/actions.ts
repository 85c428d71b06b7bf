/** The WS-Addressing actions of an operation's messages (WS-Addressing 1.0 Metadata §4.4). */
import type { BoundOperation } from '../../../wsdl/bindings.js'
import { nameOf, type WsdlSource } from '../../../wsdl/definitions.js'
import { WSAM_NAMESPACE, WSAW_NAMESPACE } from '../../../wsdl/vocabulary.js'
import { attributeOf, trimXml } from '../../../xml/tree.js'

const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:/

/**
 * @param what  the `input`, `output` or `fault` of the port type
 * @returns undefined if the names of the contract make no absolute URI
 */
export function actionOf(operation: BoundOperation, what: WsdlSource): string | undefined {
  const { soapAction } = operation
  // §4.4.1: "In the absence of a wsam:Action attribute on a WSDL input element where a SOAPAction value is
  // specified, the value of the [action] property for the input message is the value of the SOAPAction."
  // One that is no absolute URI cannot be an [action] (WS-Addressing 1.0 Core §3.1).
  const implied = what.node.local === 'input' && ABSOLUTE.test(soapAction) ? soapAction : undefined
  return explicitAction(what) ?? implied ?? defaultAction(operation, what)
}

function explicitAction({ node }: WsdlSource): string | undefined {
  for (const namespace of [WSAM_NAMESPACE, WSAW_NAMESPACE]) {
    const action = trimXml(attributeOf(node, namespace, 'Action') ?? '')
    if (action !== '') return action
  }
  return undefined
}

/**
 * §4.4.4: "[target namespace][delimiter][port type name][delimiter][input|output name]", and for a fault
 * "[target namespace][delimiter][port type name][delimiter][operation name][delimiter]Fault[delimiter][fault name]".
 */
function defaultAction(
  { portType, name, output }: BoundOperation,
  { document, node }: WsdlSource,
): string | undefined {
  const { namespace } = document
  if (!ABSOLUTE.test(namespace)) return undefined
  // "[delimiter] is ":" when the [target namespace] is a URN, otherwise "/"."
  const delimiter = /^urn:/i.test(namespace) ? ':' : '/'
  const start = namespace.endsWith(delimiter) ? namespace : namespace + delimiter
  const names =
    node.local === 'fault'
      ? [name, 'Fault', nameOf(node)]
      : [nameOf(node) || defaultName(name, node.local, output !== undefined)]
  return start + [portType ? nameOf(portType.node) : '', ...names].join(delimiter)
}

/** WSDL 1.1 §2.4.5: what an input or an output is named that has no name. */
function defaultName(operation: string, local: string, answered: boolean): string {
  if (!answered) return operation
  return local === 'input' ? `${operation}Request` : `${operation}Response`
}

/** The WS-Addressing actions of an operation's messages (WS-Addressing 1.0 Metadata §4.4). */
import type { BoundOperation } from '../../../schema/definitions/bindings.js'
import { defaultAction, defaultName, isAction } from '../../../schema/definitions/default-action.js'
import { nameOf, type WsdlSource } from '../../../schema/definitions/definitions.js'
import { ACTION_NAMESPACES } from '../../../schema/definitions/vocabulary.js'
import { attributeOf, trimXml } from '../../../xml/tree.js'
import type { RequestActions } from '../../contract.js'

/**
 * @param what  the `input`, `output` or `fault` of the port type
 * @returns undefined if the names of the contract make no absolute URI
 */
export function actionOf(operation: BoundOperation, what: WsdlSource): string | undefined {
  const { soapAction } = operation
  // §4.4.1: "In the absence of a wsam:Action attribute on a WSDL input element where a SOAPAction value is
  // specified, the value of the [action] property for the input message is the value of the SOAPAction."
  // One that is no absolute URI cannot be an [action] (WS-Addressing 1.0 Core §3.1).
  const bound = what.node.local === 'input' && isAction(soapAction) ? soapAction : undefined
  return explicitActions(what)[0] ?? bound ?? implied(operation, what)
}

/**
 * All that clients may make of the document, as they differ in what they read first.
 *
 * @param input  that of the port type
 */
export function requestActions(operation: BoundOperation, input: WsdlSource): RequestActions {
  return {
    explicit: [...new Set([operation.soapAction, ...explicitActions(input)])],
    implied: [implied(operation, input) ?? []].flat(),
  }
}

/** Ports of one service may differ in what they say. */
export function allActions(one: RequestActions, other: RequestActions): RequestActions {
  return {
    explicit: [...new Set([...one.explicit, ...other.explicit])],
    implied: [...new Set([...one.implied, ...other.implied])],
  }
}

function explicitActions({ node }: WsdlSource): readonly string[] {
  return ACTION_NAMESPACES.map((namespace) =>
    trimXml(attributeOf(node, namespace, 'Action') ?? ''),
  ).filter((action) => action !== '')
}

/** The one that §4.4.4 makes of the names in the contract. */
function implied({ portType, name, output }: BoundOperation, { document, node }: WsdlSource) {
  const names =
    node.local === 'fault'
      ? [name, 'Fault', nameOf(node)]
      : [nameOf(node) || defaultName(name, node.local, output !== undefined)]
  return defaultAction(document.namespace, [portType ? nameOf(portType.node) : '', ...names])
}

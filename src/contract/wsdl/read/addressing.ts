/** Tells whether a port requires WS-Addressing of its requests (WS-Addressing 1.0 Metadata §3.1, WSDL Binding §3.1). */
import { effectivePolicy } from '../../../schema/definitions/alternatives.js'
import type { Definitions, WsdlSource } from '../../../schema/definitions/definitions.js'
import {
  isAddressing,
  WSAW_NAMESPACE,
  WSDL_NAMESPACE,
} from '../../../schema/definitions/vocabulary.js'
import { attributeOf, childElements, isNamed, trimXml } from '../../../xml/tree.js'
import type { BoundPort } from '../../contract.js'

/** @param service  that the port is of */
export function requiresAddressing(
  { binding, port }: BoundPort,
  service: WsdlSource | undefined,
  definitions: Definitions,
): boolean {
  const at = [service, port, binding.source, binding.portType]
  if ([port, binding.source].some((source) => source !== undefined && isExtended(source)))
    return true
  const { alternatives } = effectivePolicy(at, definitions)
  return (
    alternatives.length > 0 &&
    alternatives.every((one) =>
      one.some(({ source, optional }) => !optional && isAddressing(source.node)),
    )
  )
}

/** WSDL Binding §3.1: "wsdl:required="true"" makes the extension mandatory. */
function isExtended({ node }: WsdlSource): boolean {
  return childElements(node).some(
    (child) =>
      isNamed(child, WSAW_NAMESPACE, 'UsingAddressing') &&
      /^(?:true|1)$/.test(trimXml(attributeOf(child, WSDL_NAMESPACE, 'required') ?? '')),
  )
}

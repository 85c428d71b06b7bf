/** The namespaces of WSDL 1.1, of its bindings, and of what extends it. */

export const WSDL_NAMESPACE = 'http://schemas.xmlsoap.org/wsdl/'
/** WSDL 1.1 §3: the binding to SOAP 1.1. */
export const SOAP_BINDING = 'http://schemas.xmlsoap.org/wsdl/soap/'
/** The same for SOAP 1.2 (WSDL 1.1 Binding Extension for SOAP 1.2). */
export const SOAP12_BINDING = 'http://schemas.xmlsoap.org/wsdl/soap12/'
/** WSDL 1.1 §5. */
export const MIME_BINDING = 'http://schemas.xmlsoap.org/wsdl/mime/'
/** WS-Addressing 1.0 WSDL Binding, and WS-Addressing 1.0 Metadata. */
export const WSAW_NAMESPACE = 'http://www.w3.org/2006/05/addressing/wsdl'
export const WSAM_NAMESPACE = 'http://www.w3.org/2007/05/addressing/metadata'
/** Assertions that WS-Addressing 1.0 is required, or understood. */
export const isAddressing = ({ namespace, local }: { namespace: string; local: string }) =>
  (namespace === WSAM_NAMESPACE && local === 'Addressing') ||
  (namespace === WSAW_NAMESPACE && local === 'UsingAddressing')
/** WS-Policy 1.5, and the versions of it that contracts have. */
export const WSP_NAMESPACE = 'http://www.w3.org/ns/ws-policy'
export const POLICY_NAMESPACES: readonly string[] = [
  WSP_NAMESPACE,
  'http://www.w3.org/2006/07/ws-policy',
  'http://schemas.xmlsoap.org/ws/2004/09/policy',
  'http://schemas.xmlsoap.org/ws/2002/12/policy',
]
/** WS-SecurityPolicy 1.2, and its other versions. */
export const SP_NAMESPACE = 'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702'
export const SECURITY_POLICY_NAMESPACES: readonly string[] = [
  SP_NAMESPACE,
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802',
  'http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200512',
  'http://schemas.xmlsoap.org/ws/2005/07/securitypolicy',
]
export const WSSE_NAMESPACE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
export const WSU_NAMESPACE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'

/** Where `Action` stands in for what a message says, the specification's own first: older toolkits write the others. */
export const ACTION_NAMESPACES = [
  WSAM_NAMESPACE,
  WSAW_NAMESPACE,
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
] as const

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

/** Namespaces that most messages declare: each is one string here, and a name in it is compared without reading that again. */

const COMMON: ReadonlyMap<string, string> = new Map(
  [
    'http://schemas.xmlsoap.org/soap/envelope/',
    'http://www.w3.org/2003/05/soap-envelope',
    'http://www.w3.org/2005/08/addressing',
    'http://www.w3.org/2001/XMLSchema',
    'http://www.w3.org/2001/XMLSchema-instance',
    'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd',
    'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
    'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
    'http://schemas.xmlsoap.org/soap/security/2000-12',
    'http://www.w3.org/2000/09/xmldsig#',
    'http://www.w3.org/2001/04/xmlenc#',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ].map((namespace) => [namespace, namespace]),
)

/** The same namespace, as the one string of it where it is a common one: what was read is a slice of its message. */
export function commonNamespace(namespace: string): string {
  return COMMON.get(namespace) ?? namespace
}

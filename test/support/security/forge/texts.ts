/** Parts of messages as texts that are their own exclusive canonical form: what is signed can be seen. */
import { createHash } from 'node:crypto'
import { T } from '../../nodes/marking.js'
import { NS11, NS12 } from '../../wire/envelopes.js'

export const DS = 'http://www.w3.org/2000/09/xmldsig#'
export const EXC = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const SEC = 'http://schemas.xmlsoap.org/soap/security/2000-12'
export const WSA = 'http://www.w3.org/2005/08/addressing'
export const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const OASIS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
export const WSSE = `${OASIS}-wssecurity-secext-1.0.xsd`
export const WSU = `${OASIS}-wssecurity-utility-1.0.xsd`
export const STR_TRANSFORM = `${OASIS}-soap-message-security-1.0#STR-Transform`
export const X509 = `${OASIS}-x509-token-profile-1.0#X509v3`
export const PKI_PATH = `${OASIS}-x509-token-profile-1.0#X509PKIPathv1`
const BASE64 = `${OASIS}-soap-message-security-1.0#Base64Binary`

export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const HMAC_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'

export type Soap = '1.1' | '1.2'
export const namespaceOfSoap = (soap: Soap) => (soap === '1.1' ? NS11 : NS12)

/** An attribute that gives an id, with the declaration that it needs. */
export interface IdAttribute {
  readonly declaration: string
  readonly attribute: (id: string) => string
}

export const WSU_ID: IdAttribute = {
  declaration: ` xmlns:wsu="${WSU}"`,
  attribute: (id) => ` wsu:Id="${id}"`,
}
export const SEC_ID: IdAttribute = {
  declaration: ` xmlns:sec="${SEC}"`,
  attribute: (id) => ` sec:id="${id}"`,
}
export const PLAIN_ID: IdAttribute = { declaration: '', attribute: (id) => ` Id="${id}"` }
export const plainId = (name: string): IdAttribute => ({
  declaration: '',
  attribute: (id) => ` ${name}="${id}"`,
})
export const otherId = (namespace: string, name = 'Id'): IdAttribute => ({
  declaration: ` xmlns:x="${namespace}"`,
  attribute: (id) => ` x:${name}="${id}"`,
})

export const entry = (text: string, operation = 'Mark') =>
  `<t:${operation} xmlns:t="${T}"><t:text>${text}</t:text></t:${operation}>`

export function body(soap: Soap, content: string, id?: string, kind: IdAttribute = WSU_ID): string {
  const idText = id === undefined ? '' : kind.attribute(id)
  const declared = id === undefined ? '' : kind.declaration
  // In the order of prefixes: s stands before sec, wsu and x.
  return `<s:Body${declaredSoap(soap)}${declared}${idText}>${content}</s:Body>`
}

const declaredSoap = (soap: Soap) => ` xmlns:s="${namespaceOfSoap(soap)}"`

/** A header block of the marking plugin, which leaves its text as a mark. */
export const existing = (text: string, id: string) =>
  `<t:Known xmlns:t="${T}" xmlns:wsu="${WSU}" wsu:Id="${id}">${text}</t:Known>`

export function timestamp(at: number, id = 'Time', lasts = 300_000): string {
  const [created, expires] = [at, at + lasts].map((time) => new Date(time).toISOString())
  return (
    `<wsu:Timestamp xmlns:wsu="${WSU}" wsu:Id="${id}"><wsu:Created>${created}</wsu:Created>` +
    `<wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`
  )
}

export const token = (bytes: Uint8Array, id = 'Token', type = X509) =>
  `<wsse:BinarySecurityToken xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" EncodingType="${BASE64}" ValueType="${type}" wsu:Id="${id}">` +
  `${Buffer.from(bytes).toString('base64')}</wsse:BinarySecurityToken>`

export const tokenReference = (content: string, id?: string) =>
  id === undefined
    ? `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}">${content}</wsse:SecurityTokenReference>`
    : `<wsse:SecurityTokenReference xmlns:wsse="${WSSE}" xmlns:wsu="${WSU}" wsu:Id="${id}">${content}</wsse:SecurityTokenReference>`

export const toToken = (id = 'Token', type = X509) =>
  `<wsse:Reference xmlns:wsse="${WSSE}" URI="#${id}" ValueType="${type}"></wsse:Reference>`

export const x509Data = (content: string) =>
  `<ds:X509Data xmlns:ds="${DS}">${content}</ds:X509Data>`

export const x509Certificate = (der: Uint8Array) =>
  `<ds:X509Certificate xmlns:ds="${DS}">${Buffer.from(der).toString('base64')}</ds:X509Certificate>`

export const issuerSerial = (issuer: string, serial: bigint) =>
  `<ds:X509IssuerSerial xmlns:ds="${DS}"><ds:X509IssuerName>${issuer}</ds:X509IssuerName><ds:X509SerialNumber>${serial}</ds:X509SerialNumber></ds:X509IssuerSerial>`

export const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64')

export const transform = (algorithm: string, content = '') =>
  `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`

export const exclusive = (prefixes?: string) => transform(EXC, prefixes && inclusive(prefixes))

export const inclusive = (prefixes: string) =>
  `<ec:InclusiveNamespaces xmlns:ec="${EXC}" PrefixList="${prefixes}"></ec:InclusiveNamespaces>`

/** @param over  the text whose digest it has */
export function reference(
  uri: string | undefined,
  over: string,
  transforms: readonly string[] = [exclusive()],
  attributes = '',
): string {
  const all = transforms.length === 0 ? '' : `<ds:Transforms>${transforms.join('')}</ds:Transforms>`
  const uriText = uri === undefined ? '' : ` URI="${uri}"`
  return (
    `<ds:Reference${attributes}${uriText}>${all}<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest(over)}</ds:DigestValue></ds:Reference>`
  )
}

/** Security tokens of a wsse:Security block that have certificates in them. */
import type { X509Certificate } from 'node:crypto'
import {
  attributeOf,
  childElements,
  elementText,
  isNamed,
  type XmlElement,
} from '../../xml/tree.js'
import { fromBase64 } from '../base64.js'
import { SecurityFailure } from '../failure.js'
import {
  type CertificateCache,
  fromCertificates,
  MAX_CERTIFICATES,
  MAX_CHARACTERS,
  type NamedKey,
  readCertificate,
} from '../named-key.js'
import { BASE64_BINARY, WSSE, X509_PKI_PATH, X509_V3 } from '../names.js'
import { readPkiPath } from './pki-path.js'

export function isBinaryToken(element: XmlElement): boolean {
  return isNamed(element, WSSE, 'BinarySecurityToken')
}

/** The direct children of a block that are tokens with certificates. */
export function tokensIn(block: XmlElement): readonly XmlElement[] {
  return childElements(block).filter(isBinaryToken)
}

/**
 * X.509 Token Profile 1.1 §3.1: one certificate, or a path of them.
 *
 * @throws SecurityFailure UnsupportedSecurityToken for any other ValueType
 */
export function checkTokenType(token: XmlElement): 'certificate' | 'path' {
  const type = attributeOf(token, '', 'ValueType')
  // WSS 1.1 §6.3: "The default is … #Base64Binary".
  const encoding = attributeOf(token, '', 'EncodingType') ?? BASE64_BINARY
  if (encoding === BASE64_BINARY && type === X509_V3) return 'certificate'
  if (encoding === BASE64_BINARY && type === X509_PKI_PATH) return 'path'
  throw new SecurityFailure(
    'UnsupportedSecurityToken',
    `a BinarySecurityToken is of type ${JSON.stringify(type)}, in ${JSON.stringify(encoding)}`,
  )
}

/** @throws SecurityFailure */
export function certificatesIn(
  token: XmlElement,
  trust: CertificateCache,
): readonly X509Certificate[] {
  const type = checkTokenType(token)
  const text = elementText(token)
  const certificate = type === 'certificate' ? trust.readBefore?.(text) : undefined
  if (certificate) return [certificate]
  const octets = fromBase64(text, token.local, MAX_CHARACTERS)
  const found = type === 'path' ? readPkiPath(octets, MAX_CERTIFICATES) : [octets]
  if (!found) {
    throw new SecurityFailure('InvalidSecurityToken', 'a path of certificates cannot be read')
  }
  return found.map((one) => readCertificate(one, trust))
}

/** @throws SecurityFailure */
export function namedByToken(token: XmlElement, trust: CertificateCache): NamedKey | undefined {
  const [certificate, ...others] = certificatesIn(token, trust)
  // X.509 Token Profile 1.1 §3.1: a path is ordered, and its last certificate is the signer's.
  return certificate ? { by: 'certificate', certificate, others } : fromCertificates(others)
}

/** Reads a wsse:SecurityTokenReference: what it refers to is in the same block, or a configured certificate. */
import {
  attributeOf,
  childElements,
  elementText,
  isNamed,
  trimXml,
  type XmlElement,
} from '../../xml/tree.js'
import { fromBase64 } from '../base64.js'
import { SecurityFailure } from '../failure.js'
import {
  type CertificateCache,
  MAX_CHARACTERS,
  type NamedKey,
  readCertificate,
  readX509Data,
} from '../named-key.js'
import {
  BASE64_BINARY,
  DS,
  SUBJECT_KEY_IDENTIFIER,
  THUMBPRINT_SHA1,
  WSSE,
  X509_V3,
} from '../names.js'
import { isBinaryToken, namedByToken } from './tokens.js'

export interface Referred {
  readonly key: NamedKey
  /** The token itself, if it is in the message. */
  readonly token?: XmlElement | undefined
}

/**
 * @param block  the wsse:Security in which the reference stands
 * @throws SecurityFailure
 */
export function readTokenReference(
  reference: XmlElement,
  block: XmlElement,
  elementOf: (id: string) => XmlElement | undefined,
  trust: CertificateCache,
): Referred {
  const [child, ...more] = childElements(reference)
  if (!child || more.length > 0) {
    throw invalid('a SecurityTokenReference must refer to one token')
  }
  if (isNamed(child, WSSE, 'Reference')) return direct(child, block, elementOf, trust)
  if (isNamed(child, WSSE, 'KeyIdentifier')) return { key: keyIdentifier(child, trust) }
  if (isNamed(child, WSSE, 'Embedded')) return embedded(child, trust)
  // WSS 1.1 §7.6: "It is also possible to use the <ds:KeyName>".
  if (isNamed(child, DS, 'KeyName'))
    return { key: { by: 'name', name: trimXml(elementText(child)) } }
  const key = isNamed(child, DS, 'X509Data') ? readX509Data(child, trust) : undefined
  if (key) return { key }
  throw unsupported(`a SecurityTokenReference has ${child.local}`)
}

/** WSS 1.1 §7.2 */
function direct(
  reference: XmlElement,
  block: XmlElement,
  elementOf: (id: string) => XmlElement | undefined,
  trust: CertificateCache,
): Referred {
  const uri = attributeOf(reference, '', 'URI') ?? ''
  // Nothing is fetched, ever.
  if (!/^#./.test(uri)) throw invalid(`the URI ${JSON.stringify(uri)} does not name a token here`)
  const token = elementOf(uri.slice(1))
  if (!token || !childElements(block).includes(token)) {
    throw new SecurityFailure(
      'SecurityTokenUnavailable',
      `${JSON.stringify(uri)} is no direct child of the security block`,
    )
  }
  return fromToken(token, trust)
}

/** WSS 1.1 §7.4 */
function embedded(element: XmlElement, trust: CertificateCache): Referred {
  const [token, ...more] = childElements(element)
  if (!token || more.length > 0) throw invalid('Embedded must have one token')
  return fromToken(token, trust)
}

function fromToken(token: XmlElement, trust: CertificateCache): Referred {
  const key = isBinaryToken(token) ? namedByToken(token, trust) : undefined
  if (!key) throw unsupported(`a reference to ${token.local}`)
  return { key, token }
}

/** WSS 1.1 §7.3 */
function keyIdentifier(element: XmlElement, trust: CertificateCache): NamedKey {
  const encoding = attributeOf(element, '', 'EncodingType') ?? BASE64_BINARY
  if (encoding !== BASE64_BINARY) throw unsupported(`the encoding ${JSON.stringify(encoding)}`)
  const type = attributeOf(element, '', 'ValueType')
  const octets = fromBase64(elementText(element), 'KeyIdentifier', MAX_CHARACTERS)
  switch (type) {
    case SUBJECT_KEY_IDENTIFIER:
      return { by: 'reference', reference: { by: 'key-identifier', id: octets } }
    case THUMBPRINT_SHA1:
      return { by: 'reference', reference: { by: 'thumbprint', sha1: octets } }
    // Not in the profile, but WSS4J can be set to it: the whole certificate.
    case X509_V3:
      return { by: 'certificate', certificate: readCertificate(octets, trust), others: [] }
    default:
      throw unsupported(`a key identifier of type ${JSON.stringify(type)}`)
  }
}

function invalid(why: string): SecurityFailure {
  return new SecurityFailure('InvalidSecurityToken', why)
}

function unsupported(why: string): SecurityFailure {
  return new SecurityFailure('UnsupportedSecurityToken', `${why} is not supported`)
}

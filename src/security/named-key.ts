/** How KeyInfo names the key of a signature; a name only, which nothing trusts. */
import { X509Certificate } from 'node:crypto'
import { childElements, elementText, isNamed, trimXml, type XmlElement } from '../xml/tree.js'
import { fromBase64 } from './base64.js'
import { SecurityFailure } from './failure.js'
import type { KeyReference, Trust } from './keys.js'
import { DS, DS11 } from './names.js'
import { detailsOf } from './trust/details.js'

export type NamedKey =
  /** In the message: that of the signer, and others that may link its chain. */
  | {
      readonly by: 'certificate'
      readonly certificate: X509Certificate
      readonly others: readonly X509Certificate[]
    }
  | { readonly by: 'reference'; readonly reference: KeyReference }
  /** KeyName, for a key that is shared. */
  | { readonly by: 'name'; readonly name: string }

/** Certificates of one chain that a message may have in it. */
export const MAX_CERTIFICATES = 8
/** Characters of one certificate, or of one path, in base64. */
export const MAX_CHARACTERS = 64 * 1024

/** Where certificates were read before: see `Trust`. */
export type CertificateCache = Pick<Trust, 'readBefore'>

/** @throws SecurityFailure InvalidSecurityToken */
export function readCertificate(octets: Buffer, trust: CertificateCache): X509Certificate {
  const certificate = trust.readBefore?.(octets.toString('base64'))
  if (certificate) return certificate
  try {
    const certificate = new X509Certificate(octets)
    // Node.js reads PEM, too, and leaves aside what stands behind the certificate.
    if (!certificate.raw.equals(octets)) throw new TypeError('it is not one certificate in DER')
    detailsOf(certificate)
    return certificate
  } catch (cause) {
    throw new SecurityFailure('InvalidSecurityToken', 'a certificate cannot be read', { cause })
  }
}

/** The signer's certificate among those that came together. */
export function fromCertificates(certificates: readonly X509Certificate[]): NamedKey | undefined {
  const [first] = certificates
  // XML Signature §4.5.4: certificates of one X509Data "MUST be related to the validation key by
  // either containing it or being part of a certification chain": the signer's has issued none of them.
  const ends = certificates.filter(
    (one) => !certificates.some((other) => other !== one && other.issuer === one.subject),
  )
  const certificate = ends.length === 1 ? ends[0] : first
  if (!certificate) return undefined
  const others = certificates.filter((other) => other !== certificate)
  return { by: 'certificate', certificate, others }
}

/**
 * XML Signature §4.5.4: a ds:X509Data, with certificates or with a reference to one.
 *
 * @throws SecurityFailure
 */
export function readX509Data(data: XmlElement, trust: CertificateCache): NamedKey | undefined {
  const children = childElements(data)
  const certificates = children.filter((child) => isNamed(child, DS, 'X509Certificate'))
  if (certificates.length > MAX_CERTIFICATES) {
    throw new SecurityFailure('InvalidSecurityToken', 'X509Data has too many certificates')
  }
  if (certificates.length > 0) {
    return fromCertificates(certificates.map((child) => readCertificate(octetsOf(child), trust)))
  }
  for (const child of children) {
    const reference = referenceIn(child)
    if (reference) return { by: 'reference', reference }
  }
  return undefined
}

function referenceIn(child: XmlElement): KeyReference | undefined {
  if (isNamed(child, DS, 'X509IssuerSerial')) return issuerSerial(child)
  if (isNamed(child, DS, 'X509SKI')) return { by: 'key-identifier', id: octetsOf(child) }
  // XML Signature 1.1 §4.5.4.1: Digest is of the certificate; here it only names one.
  if (isNamed(child, DS11, 'X509Digest')) {
    const sha1 = octetsOf(child)
    return sha1.length === 20 ? { by: 'thumbprint', sha1 } : undefined
  }
  return undefined
}

function issuerSerial(element: XmlElement): KeyReference {
  const [issuer, serial, ...more] = childElements(element)
  const digits = serial ? trimXml(elementText(serial)) : ''
  const wellMade =
    issuer &&
    serial &&
    more.length === 0 &&
    isNamed(issuer, DS, 'X509IssuerName') &&
    isNamed(serial, DS, 'X509SerialNumber') &&
    // RFC 5280 §4.1.2.2: a serial number has at most 20 octets.
    /^\d{1,49}$/.test(digits)
  if (!wellMade) {
    throw new SecurityFailure('InvalidSecurityToken', 'X509IssuerSerial is not as it must be')
  }
  return { by: 'issuer-serial', issuer: trimXml(elementText(issuer)), serial: BigInt(digits) }
}

function octetsOf(element: XmlElement): Buffer {
  return fromBase64(elementText(element), element.local, MAX_CHARACTERS)
}

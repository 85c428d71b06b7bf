/** Writes ds:X509Data: certificates, or a reference to one (XML Signature §4.5.4). */
import type { X509Certificate } from 'node:crypto'
import { attribute, element, type XmlElement } from '../xml/tree.js'
import { DS, DS11 } from './names.js'
import type { Sealing } from './sealing.js'
import { detailsOf } from './trust/details.js'
import { writeName } from './trust/names.js'

/** @throws TypeError if the certificate does not have what it is to be referred to by */
export function x509Data(
  reference: Sealing['reference'],
  certificate: X509Certificate,
  chain: readonly X509Certificate[] = [],
): XmlElement {
  return ds('X509Data', childrenFor(reference, certificate, chain))
}

function childrenFor(
  reference: Sealing['reference'],
  certificate: X509Certificate,
  chain: readonly X509Certificate[],
): readonly XmlElement[] {
  switch (reference) {
    case 'token':
      return [certificate, ...chain].map(({ raw }) => ds('X509Certificate', [base64(raw)]))
    case 'issuer-serial':
      return [
        ds('X509IssuerSerial', [
          ds('X509IssuerName', [writeName(detailsOf(certificate).issuer)]),
          ds('X509SerialNumber', [detailsOf(certificate).serial.toString()]),
        ]),
      ]
    case 'key-identifier':
      return [ds('X509SKI', [keyIdentifierOf(certificate)])]
    case 'thumbprint':
      // XML Signature 1.1 §4.5.4.1
      return [
        element({
          name: `{${DS11}}X509Digest`,
          prefix: 'dsig11',
          attributes: [attribute('Algorithm', `${DS}sha1`)],
          children: [thumbprintOf(certificate)],
        }),
      ]
  }
}

/**
 * X.509 SubjectKeyIdentifier in base64.
 *
 * @throws TypeError if the certificate has none
 */
export function keyIdentifierOf(certificate: X509Certificate): string {
  const { keyIdentifier, subject } = detailsOf(certificate)
  if (keyIdentifier) return base64(keyIdentifier)
  const name = writeName(subject)
  throw new TypeError(`the certificate of ${name} has no SubjectKeyIdentifier to refer to`)
}

/** SHA-1 of the certificate in base64. */
export function thumbprintOf({ fingerprint }: X509Certificate): string {
  return base64(Buffer.from(fingerprint.replaceAll(':', ''), 'hex'))
}

export function base64(octets: Buffer): string {
  return octets.toString('base64')
}

export function ds(local: string, children: readonly (XmlElement | string)[]): XmlElement {
  return element({ name: `{${DS}}${local}`, prefix: 'ds', children })
}

/** What a certificate says of its holder and issuer, in the words of RFC 4514, XML Signature and the log. */
import type { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from '../message/origin.js'

export function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    subject: distinguishedName(certificate.subject),
    issuer: distinguishedName(certificate.issuer),
    serial: certificate.serialNumber.replace(/^0+(?=.)/, ''),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    names: alternativeNames(certificate.subjectAltName),
  }
}

/**
 * RFC 4514 §2.1: the last relative name first, with commas between them.
 *
 * @param lines  as Node.js has it: one relative name in a line, each escaped already
 */
export function distinguishedName(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .reverse()
    .map((line) => line.replaceAll(' + ', '+'))
    .join(',')
}

/** The object identifier of SubjectKeyIdentifier, and the octet string that an extension's value is in. */
const KEY_IDENTIFIER = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x0e, 0x04])
const OCTET_STRING = 0x04

/** X.509 SubjectKeyIdentifier (RFC 5280 §4.2.1.2); undefined if the certificate has none. */
export function subjectKeyIdentifier({ raw }: X509Certificate): Buffer | undefined {
  const at = raw.indexOf(KEY_IDENTIFIER) + KEY_IDENTIFIER.length
  const length = raw[at + 2] ?? 0
  const found = at >= KEY_IDENTIFIER.length && raw[at + 1] === OCTET_STRING
  return found && raw[at] === length + 2 && length < 0x80
    ? raw.subarray(at + 3, at + 3 + length)
    : undefined
}

/** SHA-1 of the certificate, by which messages name it. */
export function thumbprintOf(certificate: X509Certificate): Buffer {
  return Buffer.from(certificate.fingerprint.replaceAll(':', ''), 'hex')
}

export function serialOf(certificate: X509Certificate): bigint {
  return BigInt(`0x${certificate.serialNumber || '0'}`)
}

/** Node.js quotes a name in which a comma or a quote could deceive. */
function alternativeNames(text: string | undefined): readonly string[] {
  if (text === undefined) return []
  return [...text.matchAll(/([^:,"]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/g)].map(
    ([, kind = '', value = '']) =>
      `${kind === 'IP Address' ? 'IP' : kind}:${value.startsWith('"') ? JSON.parse(value) : value}`,
  )
}

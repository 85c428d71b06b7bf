/** What a certificate says of its holder, in one form. */
import type { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from '../message/origin.js'

export function factsOf(certificate: X509Certificate): CertificateFacts {
  const { subject, issuer, serialNumber, fingerprint256, subjectAltName = '' } = certificate
  return {
    subject: distinguishedName(subject),
    issuer: distinguishedName(issuer),
    serial: serialNumber.replace(/^0+(?=.)/, ''),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    names: alternativeNames(subjectAltName),
  }
}

/** RFC 4514 §2.1: from the last part to the first; node:crypto writes a line for each, with its escapes. */
function distinguishedName(lines: string | undefined): string {
  return (lines ?? '').split('\n').reverse().join(',')
}

/** Names are parted by a comma and a space; one in which these could be read so is quoted, as in JSON. */
function alternativeNames(text: string): readonly string[] {
  const found = text.match(/[^,"]*(?:"(?:[^"\\]|\\.)*")?(?:, |$)/g) ?? []
  return found.map((name) => name.replace(/, $/, '').replace('IP Address:', 'IP:')).filter(Boolean)
}

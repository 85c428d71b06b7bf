/** What a certificate says of its holder, as messages, logs and the configuration have it. */
import type { X509Certificate } from 'node:crypto'
import type { CertificateFacts } from '../../message/origin.js'
import { detailsOf } from './details.js'
import { writeName } from './names.js'

/** @throws NotDer for a certificate that is not as RFC 5280 has it */
export function factsOf(certificate: X509Certificate): CertificateFacts {
  const before = existing.get(certificate)
  if (before) return before
  const facts = readFacts(certificate)
  existing.set(certificate, facts)
  return facts
}

const existing = new WeakMap<X509Certificate, CertificateFacts>()

function readFacts(certificate: X509Certificate): CertificateFacts {
  const { subject, issuer, serial, names } = detailsOf(certificate)
  return {
    subject: writeName(subject),
    issuer: writeName(issuer),
    serial: serial.toString(16).toUpperCase(),
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    names,
  }
}

/** Its subject in the form of RFC 4514. */
export function subjectOf(certificate: X509Certificate): string {
  return writeName(detailsOf(certificate).subject)
}

/** Reads from a certificate what decides whether it is trusted: names, dates, algorithms and extensions. */
import type { KeyObject, X509Certificate } from 'node:crypto'
import { type DerValue, integerOf, NotDer, readDer, timeOf } from '../der/read.js'
import { TAG } from '../der/tags.js'
import { type Extensions, readExtensions } from './extensions.js'
import { matching, type Name, readName } from './names.js'
import { type SignatureAlgorithm, signatureAlgorithmOf } from './signature-algorithm.js'

export interface Details extends Extensions {
  readonly certificate: X509Certificate
  readonly publicKey: KeyObject
  /** SHA-256, as Node.js writes it. */
  readonly fingerprint: string
  readonly serial: bigint
  readonly subject: Name
  readonly issuer: Name
  /** Texts that are the same for names that match. */
  readonly subjectKey: string
  readonly issuerKey: string
  /** In milliseconds since 1970, both included. */
  readonly from: number
  readonly until: number
  /** Undefined for one that is not taken. */
  readonly algorithm: SignatureAlgorithm | undefined
  /** True if its subject is its issuer. */
  readonly selfIssued: boolean
}

/**
 * A certificate in DER, read again: Node.js tells it in texts that are meant for people.
 *
 * @throws NotDer for what is not as RFC 5280 §4.1 has it
 */
export function detailsOf(certificate: X509Certificate): Details {
  const before = read.get(certificate)
  if (before) return before
  const details = readDetails(certificate)
  read.set(certificate, details)
  return details
}

/** A certificate does not change, and reading it takes as long as verifying a signature. */
const read = new WeakMap<X509Certificate, Details>()

function readDetails(certificate: X509Certificate): Details {
  const [content, algorithm, ...others] = readDer(certificate.raw).as(TAG.sequence).members()
  if (!content || !algorithm || others.length !== 1) throw new NotDer('expected a certificate')
  const fields = [...content.as(TAG.sequence).members()]
  // [0] version, which is left out for version 1.
  if (fields[0]?.tag === 0xa0) fields.shift()
  const [serial, inner, issuerName, validity, subjectName, , ...optional] = fields
  if (!serial || !inner || !issuerName || !validity || !subjectName) {
    throw new NotDer('expected the fields of a certificate')
  }
  // RFC 5280 §4.1.1.2: "MUST contain the same algorithm identifier as the signature field".
  if (!inner.whole.equals(algorithm.whole)) throw new NotDer('it names two signature algorithms')
  const [subject, issuer] = [readName(subjectName), readName(issuerName)]
  const [subjectKey, issuerKey] = [matching(subject), matching(issuer)]
  return {
    certificate,
    publicKey: publicKeyOf(certificate),
    fingerprint: certificate.fingerprint256,
    serial: integerOf(serial),
    subject,
    issuer,
    subjectKey,
    issuerKey,
    ...validityOf(validity),
    algorithm: signatureAlgorithmOf(algorithm),
    selfIssued: subjectKey === issuerKey,
    ...readExtensions(optional.find(({ tag }) => tag === 0xa3)),
  }
}

function validityOf(validity: DerValue): Pick<Details, 'from' | 'until'> {
  const [from, until] = validity.as(TAG.sequence).members()
  if (!from || !until) throw new NotDer('expected two times')
  // RFC 5280 §4.1.2.5: "the period of time from notBefore through notAfter, inclusive"; to the second.
  return { from: timeOf(from), until: timeOf(until) + 999 }
}

function publicKeyOf(certificate: X509Certificate): KeyObject {
  try {
    return certificate.publicKey
  } catch {
    // Node.js reads it only now.
    throw new NotDer('expected a public key')
  }
}

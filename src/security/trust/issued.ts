/** Judges one certificate, and one step of a chain: whether a certificate is by another one (RFC 5280 §6.1). */
import type { Details } from './details.js'
import { Remembered } from './remembered.js'
import { weaknessOf } from './strength.js'

/** What is wrong, as the rest of a sentence; undefined if nothing is. */
export type Wrong = string | undefined

/** What holds of every certificate of a chain, by itself. */
export function wrongAt({ publicKey, from, until, unknown }: Details, at: number): Wrong {
  // RFC 5280 §6.1.3 (a) (2): "The certificate validity period includes the current time."
  if (at < from) return `is not valid before ${day(from)}`
  if (at > until) return `is not valid after ${day(until)}`
  const weakness = weaknessOf(publicKey)
  if (weakness !== undefined) return `has a key that ${weakness}`
  // RFC 5280 §6.1.4 (o), §6.1.5 (f): a critical extension that is not understood fails the path.
  if (unknown.length > 0) return `has the extension ${unknown.join(', ')}, which is not understood`
  return undefined
}

/** What an authority needs to be one. */
export function wrongAsAuthority({ ca, usages, pathLength }: Details, below: number): Wrong {
  // RFC 5280 §6.1.4 (k): "verify that the basicConstraints extension is present and that cA is set to TRUE".
  if (!ca) return 'is no authority: basicConstraints does not say so'
  // RFC 5280 §6.1.4 (n): "If a key usage extension is present, verify that the keyCertSign bit is set."
  if (usages && !usages.has('keyCertSign'))
    return 'may sign no certificates: keyUsage has no keyCertSign'
  // RFC 5280 §4.2.1.9: "the maximum number of non-self-issued intermediate certificates that may follow".
  if (pathLength !== undefined && below > pathLength) {
    return `may have ${pathLength} authorities below it, and has ${below}`
  }
  return undefined
}

/** True if names and key identifiers fit: whether it has signed is another question. */
export function mayBeBy(one: Details, issuer: Details): boolean {
  // RFC 5280 §6.1.3 (a) (4): "The certificate issuer name is the working_issuer_name."
  if (one.issuerKey !== issuer.subjectKey) return false
  const { issuerKeyIdentifier: named } = one
  const { keyIdentifier: own } = issuer
  return !named || !own || named.equals(own)
}

/** Signatures of certificates that were checked before, by fingerprints. */
export class SignatureChecks {
  readonly #results = new Remembered<string, boolean>(2000)

  /** What is wrong with the signature of one by the key of another. */
  wrong(one: Details, issuer: Details): Wrong {
    if (!one.algorithm) return 'is signed by an algorithm that is not taken, such as SHA-1'
    const pair = `${one.fingerprint} ${issuer.fingerprint}`
    const cached = this.#results.get(pair)
    const holds = cached ?? verifies(one, issuer)
    if (cached === undefined) this.#results.set(pair, holds)
    return holds ? undefined : 'is not signed by the key of its issuer'
  }
}

/** RFC 5280 §6.1.3 (a) (1). */
function verifies({ certificate }: Details, issuer: Details): boolean {
  // A key that is too long takes too long.
  if (weaknessOf(issuer.publicKey) !== undefined) return false
  try {
    return certificate.verify(issuer.publicKey)
  } catch {
    // A key of another kind than the signature's.
    return false
  }
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 19).concat('Z')
}

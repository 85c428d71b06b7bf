/** Decides whether a message has what its policies ask for, and whose it is. */
import type { Peer } from '../message/origin.js'
import type { Envelope } from '../soap/envelope.js'
import { SecurityFailure } from './failure.js'
import { includedIn } from './included-in.js'
import { ATTACHMENTS, elementsOf } from './parts.js'
import { type Level, type Policy, SIGNED } from './policies.js'
import { type AcceptedSignature, isWithin, type Verdict } from './verdict.js'

export interface Judged {
  readonly policies: readonly Policy[]
  readonly envelope: Envelope
  readonly verdict: Verdict
  /** Content-IDs of what comes along with it; undefined for one that has none. */
  readonly attachments: readonly (string | undefined)[]
  /** As the transport knows it. */
  readonly peer: Peer
  /** Name of the peer that the transport has proven; undefined if it has proven none. */
  readonly known: string | undefined
}

/**
 * @returns the name of the peer whose message it is: who signed its Body, whose password it has, or who
 *   has the connection; undefined for nobody that is known
 * @throws SecurityFailure for the first policy that is not met
 */
export function judge(judged: Judged): string | undefined {
  const sender = senderOf(judged)
  for (const policy of judged.policies) judgeBy(policy, judged, sender)
  return sender
}

/** The sender of the message counts, whoever brought it. */
function senderOf({ verdict, envelope: { body, entries }, known }: Judged): string | undefined {
  const [entry] = entries
  const signed = verdict.signatures.find(
    ({ covers }) =>
      isCoveredBy(covers, body) || (entry && entries.every((one) => isCoveredBy(covers, one))),
  )
  return signed?.peer ?? verdict.users[0]?.peer ?? known
}

function judgeBy(policy: Policy, judged: Judged, sender: string | undefined): void {
  for (const level of policy.require) judgeLevel(level, policy, judged, sender)
  const { name, peers } = policy
  if (peers && (sender === undefined || !peers.includes(sender))) {
    refuse(name, `it is by ${sender ?? 'nobody who is known'}, not by ${peers.join(', ')}`)
  }
  for (const part of policy.encrypted) judgeEncrypted(part, policy, judged)
}

function judgeLevel(
  level: Level,
  policy: Policy,
  judged: Judged,
  sender: string | undefined,
): void {
  const { peer, verdict } = judged
  const { name } = policy
  switch (level) {
    case 'anonymous':
      return
    case 'tls':
      if (!peer.tls) refuse(name, 'it did not come over TLS')
      return
    case 'client-certificate':
      if (!peer.tls?.certificate) refuse(name, 'the connection has no client certificate')
      return
    case 'password':
      if (peer.name === undefined && peer.user === undefined && verdict.users.length === 0) {
        refuse(name, 'it has no password, key or token of a peer')
      }
      return
    case 'mac':
      judgeSigned(policy, judged, ({ peer }) => peer === sender)
      return
    case 'signature':
      judgeSigned(policy, judged, (one) => one.peer === sender && one.kind === 'signature')
      return
    case 'non-repudiation':
      judgeSigned(policy, judged, (one) => one.peer === sender && isBothOf(one, judged))
      return
  }
}

/**
 * The specification, §5: "Non-repudiation needs message authentication by digital signature together with sender
 * authentication", by SSL with client authentication; both by the same subject.
 */
function isBothOf({ kind, certificate, peer }: AcceptedSignature, judged: Judged): boolean {
  const shown = judged.peer.tls?.certificate
  if (kind !== 'signature' || !certificate || !shown) return false
  if (shown.fingerprint === certificate.fingerprint) return true
  // Two authorities may issue the same subject: the connection must be that peer's, too.
  return judged.known === peer && shown.subject === certificate.subject
}

/**
 * The signatures of others count for nothing: what one peer has not signed does not become theirs by what
 * another has added.
 *
 * @param counts  true for the sender's own, if they are such as the policy asks for
 * @throws SecurityFailure if the sender has not signed all that must be signed
 */
function judgeSigned(
  { name, signed }: Policy,
  { verdict, envelope, attachments }: Judged,
  counts: (signature: AcceptedSignature) => boolean,
): void {
  const signatures = verdict.signatures.filter(counts)
  if (signatures.length === 0) refuse(name, 'it has no such signature of a peer')
  const covers = signatures.flatMap((signature) => signature.covers)
  const beside = new Set([
    ...signatures.flatMap((one) => one.attachments ?? []),
    ...includedIn(signed.includes(ATTACHMENTS) ? covers : []),
  ])
  const missing = signed.find((part) => {
    if (part === ATTACHMENTS) return !attachments.every((id) => id !== undefined && beside.has(id))
    const elements = elementsOf(part, envelope, verdict)
    return !elements?.every((element) => isCoveredBy(covers, element))
  })
  if (missing !== undefined) refuse(name, `${missing} is not signed`)
}

function judgeEncrypted(part: string, { name }: Policy, judged: Judged): void {
  const { verdict, envelope, attachments } = judged
  if (part === ATTACHMENTS) {
    const { decryptedAttachments = [] } = verdict
    if (attachments.every((id) => id !== undefined && decryptedAttachments.includes(id))) return
    refuse(name, 'an attachment did not come encrypted')
  }
  const elements = part === 'Body' ? [envelope.body] : elementsOf(part, envelope, verdict)
  if (!elements?.every((element) => isCoveredBy(verdict.decrypted, element))) {
    refuse(name, `${part} did not come encrypted`)
  }
}

function isCoveredBy(covers: AcceptedSignature['covers'], element: Envelope['body']): boolean {
  return covers.some((covered) => isWithin(element, covered))
}

function refuse(policy: string, why: string): never {
  throw new SecurityFailure('InvalidSecurity', `${policy}: ${why}`)
}

/** True if what is handed on must be signed. */
export function asksForSignature(policies: readonly Policy[]): boolean {
  return policies.some(({ require }) => require.some((level) => SIGNED.has(level)))
}

/** Decides whether a message has what its policies ask for, and whose it is. */
import type { Peer } from '../message/origin.js'
import type { Envelope } from '../soap/envelope.js'
import { SecurityFailure } from './failure.js'
import { contentIdsWithin } from './included.js'
import { ATTACHMENTS, elementsOf } from './parts.js'
import type { Level, Policy } from './policies.js'
import { groupsOf, tiedOf } from './tied.js'
import { type AcceptedSignature, isCoveredBy, type Tied, type Verdict } from './verdict.js'

export interface Judged {
  readonly policies: readonly Policy[]
  readonly envelope: Envelope
  readonly verdict: Verdict
  /** Content-IDs of what comes along with it; undefined for one that has none. */
  readonly attachments: readonly (string | undefined)[]
  /** As the transport knows it. */
  readonly peer: Peer
  /** Name of the peer that the transport has proven; undefined if it has proven none. */
  readonly identity: string | undefined
}

export interface Judgement {
  /** Name of the peer whose message it is; undefined for nobody that is known. */
  readonly sender: string | undefined
  /** What has named the sender: a signature, a password that the message has, or the connection. */
  readonly by: 'signature' | 'password' | 'connection' | undefined
  /** What that peer has signed, and what counts together. */
  readonly verdict: Tied
  /** Why the policies that are not met are not. */
  readonly unmet: ReadonlyMap<Policy, SecurityFailure>
}

/** @throws SecurityFailure for the first policy that is not met */
export function judge(judged: Judged): Judgement {
  const judgement = judgementOf(judged)
  for (const failure of judgement.unmet.values()) throw failure
  return judgement
}

/** Of what counts together the first counts that meets all policies, or else the first. */
export function judgementOf(judged: Judged): Judgement {
  const { verdict, envelope } = judged
  const named = senderOf(judged)
  const all = tiedOf(verdict, named.sender, envelope)
  // Who signed Body for itself has not signed the other parts of this message.
  const naming = all.filter((tied) => coversBody(tied, envelope))
  const [first, ...others] = (naming.length > 0 ? naming : all).map((tied) => ({
    ...named,
    verdict: tied,
    unmet: unmetIn({ ...judged, verdict: tied }, named.sender),
  }))
  if (!first) throw new TypeError('what nobody has signed is a verdict, too')
  return [first, ...others].find(({ unmet }) => unmet.size === 0) ?? first
}

function unmetIn(judged: Judged, sender: string | undefined): Judgement['unmet'] {
  return new Map(
    judged.policies.flatMap((policy) => {
      const failure = failureOf(policy, judged, sender)
      return failure ? [[policy, failure] as const] : []
    }),
  )
}

function failureOf(
  policy: Policy,
  judged: Judged,
  sender: string | undefined,
): SecurityFailure | undefined {
  try {
    judgeBy(policy, judged, sender)
    return undefined
  } catch (error) {
    if (error instanceof SecurityFailure) return error
    throw error
  }
}

/**
 * The sender of the message counts, whoever brought it: who signed its Body, or over TLS what policies ask to be signed
 * in place of it, whose password it has, or who has the connection.
 */
function senderOf(judged: Judged): Pick<Judgement, 'sender' | 'by'> {
  const { verdict, envelope, identity } = judged
  const signed = verdict.signatures.find((one) => coversBody({ signatures: [one] }, envelope))
  const signer = signed?.peer ?? signerOverTls(judged)
  if (signer !== undefined) return { sender: signer, by: 'signature' }
  const [user] = verdict.users
  if (user) return { sender: user.peer, by: 'password' }
  return { sender: identity, by: identity === undefined ? undefined : 'connection' }
}

/** Who has signed the parts of policies that leave Body out: TLS has kept it together with them. */
function signerOverTls(judged: Judged): string | undefined {
  const { verdict, envelope } = judged
  const policies = judged.policies.filter((policy) => policy.leavesBodyOut)
  if (policies.length === 0 || !judged.peer.tls) return undefined
  const signers = verdict.signatures.map(({ peer }) => peer)
  const meets = (signer: string) =>
    tiedOf(verdict, signer, envelope).some(
      (tied) => unmetIn({ ...judged, policies, verdict: tied }, signer).size === 0,
    )
  return signers.find(meets) ?? signers[0]
}

function coversBody(
  { signatures }: Pick<Verdict, 'signatures'>,
  { body, entries }: Envelope,
): boolean {
  const covers = signatures.flatMap((one) => one.covers)
  const [entry] = entries
  return (
    isCoveredBy(covers, body) ||
    (entry !== undefined && entries.every((one) => isCoveredBy(covers, one)))
  )
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
  return judged.identity === peer && shown.subject === certificate.subject
}

/**
 * The signatures of others count for nothing: what one peer has not signed does not become theirs by what
 * another has added. What is not asked for ties nothing either, such as a MAC where a signature is.
 *
 * @param counts  true for the sender's own, if they are such as the policy asks for
 * @throws SecurityFailure if the sender has not signed all that must be signed
 */
function judgeSigned(
  { name, signed, leavesBodyOut }: Policy,
  judged: Judged,
  counts: (signature: AcceptedSignature) => boolean,
): void {
  const { verdict, envelope, attachments, peer } = judged
  const groups = groupsOf(verdict.signatures.filter(counts), verdict)
  const missing = groups.map((group) => missingOf(signed, judged, group))
  if (missing.length === 0) refuse(name, 'it has no such signature of a peer')
  if (!missing.includes(undefined)) refuse(name, `${missing[0]} is not signed`)
  if (!leavesBodyOut) return
  if (!peer.tls) refuse(name, 'Body need not be signed, and it did not come over TLS')
  const has = (part: string) =>
    part === ATTACHMENTS ? attachments.length > 0 : elementsOf(part, envelope, verdict)?.length
  if (!signed.some(has)) refuse(name, `it has none of what must be signed: ${signed.join(', ')}`)
}

/** The first part that signatures do not cover together; undefined if they cover all. */
function missingOf(
  signed: readonly string[],
  { verdict, envelope, attachments }: Judged,
  signatures: readonly AcceptedSignature[],
): string | undefined {
  const covers = signatures.flatMap((signature) => signature.covers)
  const beside = new Set([
    ...signatures.flatMap((one) => one.attachments ?? []),
    ...contentIdsWithin(signed.includes(ATTACHMENTS) ? covers : []),
  ])
  return signed.find((part) => {
    if (part === ATTACHMENTS) return !attachments.every((id) => id !== undefined && beside.has(id))
    const elements = elementsOf(part, envelope, verdict)
    return !elements?.every((element) => isCoveredBy(covers, element))
  })
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

function refuse(policy: string, why: string): never {
  throw new SecurityFailure('InvalidSecurity', `${policy}: ${why}`)
}

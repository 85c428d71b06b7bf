/** Step: opens the security blocks for this node, and holds the message against the policies that ask for more. */

import type { ReplyPolicy } from '../addressing/reply-policy.js'
import type { Abortable } from '../base/ending.js'
import type { Slices } from '../base/slices.js'
import { ready, type Steps } from '../base/steps.js'
import { type Credentials, NotChecked } from '../message/credentials.js'
import type { Attachment, EnvelopeMessage } from '../message/message.js'
import type { AnswerSealing } from '../queue/job.js'
import { SecurityFailure } from '../security/failure.js'
import { asksForSignature, judge } from '../security/judge.js'
import type { MessageSecurity } from '../security/message-security.js'
import { opening, proveAttachments, proveUsers } from '../security/open.js'
import type { Peers } from '../security/peers/peers.js'
import type { Policy } from '../security/policies.js'
import type { Quotas } from '../security/quotas.js'
import { NOTHING_SHOWN, type Verdict } from '../security/verdict.js'
import type { Envelope, EnvelopeLimits } from '../soap/envelope.js'
import type { SoapVersions } from '../soap/version.js'
import type { XmlLimits } from '../xml/limits.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import { takeOne } from './admit.js'
import { calledBy } from './called-by.js'
import { carried } from './carried.js'
import type { Answers } from './correlate.js'
import type { HandlerTable } from './handler-table.js'
import { learn } from './learn.js'
import type { ProcessorLimits } from './limits.js'
import { loadIncluded } from './load-included.js'
import { onlySigned } from './only-signed.js'
import type { FindRoute } from './onward.js'
import type { OperationTable, RegisteredOperation } from './operation-table.js'
import { refusalOf } from './refusal-of.js'
import { refuseUnopened } from './refuse-unopened.js'
import { Refused } from './refused.js'
import { route } from './route.js'
import { target } from './target.js'
import { refuseMissed, type Understood, understand } from './understand.js'

export interface Verified extends Understood {
  /** The operation that the message calls, if it is for this node; undefined if there is none. */
  readonly called: RegisteredOperation | undefined
  /** Undefined if no policy says how. */
  readonly sealing: AnswerSealing | undefined
  readonly verdict: Verdict
  /** Name of the peer whose message it is; undefined for nobody that is known. */
  readonly sender: string | undefined
  /** Those that hold for it, and that it meets. */
  readonly policies: readonly Policy[]
  /** The attachments as they came, where some were decrypted. */
  readonly cameWith?: readonly Attachment[] | undefined
}

/** What it needs of the parts of the node. */
export interface VerifyingParts {
  readonly security: MessageSecurity | undefined
  readonly versions: SoapVersions
  readonly limits: XmlLimits & EnvelopeLimits & Pick<ProcessorLimits, 'loaded'>
  readonly slices: Slices
  readonly findRoute: FindRoute
  readonly actors: ReadonlySet<string>
  readonly handlers: HandlerTable
  readonly operations: OperationTable
  readonly policy: ReplyPolicy
  readonly peers: Peers
  readonly credentials: Pick<Credentials, 'password'>
  readonly quotas: Quotas
}

/**
 * What came encrypted is held against the steps before this one again, as its text says something else now.
 *
 * @throws SoapFault Client for what does not meet a policy, or has a security block that does not hold
 * @throws Refused forbidden for such an answer: whoever waits for it goes on waiting
 */
export function* verify(
  understood: Understood,
  signal: Abortable,
  parts: VerifyingParts,
): Steps<Verified> {
  const { security } = parts
  if (!security) {
    return learn(understood, { ...NOT_ASKED, called: calledBy(understood, parts.operations) })
  }
  // XOP §1: signatures cover the text that bytes stand for.
  if (understood.own.security.length > 0) yield* loadIncluded(understood, parts.limits.loaded)
  try {
    const { envelope, verdict, attachments } = yield* open(understood, security, signal, parts)
    const { message } = understood
    const beside = learn(understood, asUsed(message, attachments))
    const read = envelope === understood.envelope ? beside : again(beside, envelope, parts)
    refuseUnopened(read.own.security)
    return held(read, verdict, security, parts)
  } catch (error) {
    if (error instanceof NotChecked && !understood.attempt) throw unchecked(error)
    if (!(error instanceof SecurityFailure)) throw error
    throw refusalOf(error, understood)
  }
}

/** The same password may be right, and is checked when it comes again. */
function unchecked({ reason, retryAfter, message }: NotChecked): Refused {
  const refusal = reason === 'too-many-failures' ? 'too-many' : 'busy'
  return new Refused(refusal, message, { retryAfter, again: true })
}

const NOT_ASKED = {
  verdict: NOTHING_SHOWN,
  sender: undefined,
  policies: [],
  sealing: undefined,
} as const

function* open(
  understood: Understood,
  { trust, keys, clockSkew, strict }: MessageSecurity,
  signal: Abortable,
  { versions, limits, slices, credentials }: VerifyingParts,
): Steps<OpenedMessage> {
  const { envelope, own, message, accepted } = understood
  const { attachments } = message
  if (own.security.length === 0) return { envelope, verdict: NOTHING_SHOWN, attachments }
  const walk = opening({
    envelope,
    blocks: own.security,
    trust,
    keys,
    at: accepted ?? Date.now(),
    clockSkew,
    fresh: accepted === undefined,
    attachments,
    secure: message.origin.peer.tls !== undefined,
    strict,
    versions,
    limits,
  })
  const opened = yield* ready(slices.run(walk, signal))
  const { address } = message.origin.peer
  const checkPassword = (user: string, password: string) =>
    credentials.password(user, password, address)
  const verdict = yield* ready(proveUsers(opened, { checkPassword }))
  const { pending } = opened
  const proven = yield* ready(proveAttachments({ pending, verdict }, message))
  return { envelope: opened.envelope, ...proven }
}

interface OpenedMessage {
  readonly envelope: Envelope
  readonly verdict: Verdict
  readonly attachments: readonly Attachment[]
}

/** What is encrypted is kept as it came where the message waits, to be opened again. */
function asUsed(message: EnvelopeMessage, attachments: readonly Attachment[]) {
  if (attachments === message.attachments) return { message }
  return { message: { ...message, attachments }, cameWith: message.attachments }
}

function again(
  understood: Understood,
  envelope: Envelope,
  { findRoute, actors, handlers, policy, security }: VerifyingParts,
): Understood {
  const decrypted = learn(understood, { envelope })
  const found = understand(target(route(decrypted, findRoute), actors, security), handlers, policy)
  refuseMissed(found)
  return found
}

function held(
  understood: Understood,
  verdict: Verdict,
  security: MessageSecurity,
  parts: VerifyingParts,
): Verified {
  const { message, envelope, route, attempt, peer: known } = understood
  const [entry] = envelope.entries
  const called = calledBy(understood, parts.operations)
  const operation = called?.operation.name ?? (entry && clarkName(entry))
  const { transport, peer, destination, reference } = message.origin
  const policies =
    route.role === 'returning'
      ? security.policies.ofDestination(route.answers.destination)
      : security.policies.of({
          transport,
          // An operation is its plugin's, wherever it is called: the node as a whole is no way around.
          path: destination ?? ownerOf(entry, called, parts.operations),
          mailbox: reference?.to,
          operation,
          route: route.role === 'intermediary' ? route.onward.name : undefined,
        })
  const beside = (carried(message).attachments ?? []).map(({ id }) => id)
  const sender = judge({ policies, envelope, verdict, attachments: beside, peer, known })
  if (route.role === 'returning' && policies.length > 0) refuseOther(route.answers)
  if (route.role !== 'returning' && sender !== undefined) {
    if (!parts.peers.may(sender, transport, operation)) {
      throw new SecurityFailure('FailedAuthentication', `${sender} may not call ${operation}`)
    }
    // Whom the transport has proven is counted already.
    if (sender !== known && !attempt) takeOne(sender, parts)
  }
  const sealing = route.role === 'returning' ? undefined : sealingOf(policies, verdict, sender)
  const rest = { sender, policies, sealing, called }
  if (!asksForSignature(policies)) return learn(understood, { verdict, ...rest })
  const own = bySender(verdict, sender)
  return learn(onlySigned(understood, own), { verdict: own, ...rest })
}

/** The plugin of the operation that is called, also where no action says which of several. */
function ownerOf(
  entry: XmlElement | undefined,
  called: RegisteredOperation | undefined,
  operations: OperationTable,
): string | undefined {
  return (called ?? (entry && operations.find(clarkName(entry), undefined)))?.plugin
}

/** Who holds an answer up could have it come as that to another request. */
function refuseOther({ of, related }: Answers): void {
  if (related === undefined || related === of) return
  throw new SecurityFailure('FailedCheck', 'it relates to another request')
}

/** What another peer has signed is not the sender's word: it counts as not signed. */
function bySender(verdict: Verdict, sender: string | undefined): Verdict {
  return { ...verdict, signatures: verdict.signatures.filter(({ peer }) => peer === sender) }
}

function sealingOf(
  policies: readonly Policy[],
  { signatures }: Verdict,
  sender: string | undefined,
): AnswerSealing | undefined {
  const evidence = isEvidence(policies)
  const policy = policies.find(({ sends }) => sends) ?? (evidence ? policies[0] : undefined)
  if (!policy) return undefined
  // WS-Security 1.1 §9.3: one for each signature of the request.
  const confirm = signatures.filter(({ form }) => form === 'wss').map(({ value }) => value)
  return { policy: policy.name, to: policy.sends?.to ?? sender, confirm, evidence }
}

/** True if what is received and sent under them is kept as evidence. */
export function isEvidence(policies: readonly Policy[]): boolean {
  return policies.some(({ require }) => require.includes('non-repudiation'))
}

/** Step: opens the security blocks for this node, and holds the message against the policies that ask for more. */

import type { ReplyPolicy } from '../addressing/reply-policy.js'
import type { Abortable } from '../base/ending.js'
import type { Steps } from '../base/steps.js'
import { NotChecked } from '../message/credentials.js'
import type { Attachment, EnvelopeMessage } from '../message/message.js'
import type { AnswerSealing } from '../queue/job.js'
import { SecurityFailure } from '../security/failure.js'
import { judge } from '../security/judge.js'
import type { MessageSecurity } from '../security/message-security.js'
import type { Policy } from '../security/policies.js'
import type { Quotas } from '../security/quotas.js'
import { checkAlgorithms } from '../security/suite.js'
import { NOTHING_SHOWN, type Tied, type Verdict } from '../security/verdict.js'
import { type Envelope, readEnvelope } from '../soap/envelope.js'
import type { Inclusions } from '../xop/inclusions.js'
import { takeOne } from './admit.js'
import { calledBy } from './called-by.js'
import { carried } from './carried.js'
import type { Answers } from './correlate.js'
import type { HandlerTable } from './handler-table.js'
import { learn } from './learn.js'
import { loadIncluded } from './load-included.js'
import { markUnsigned } from './mark-unsigned.js'
import { onlySigned } from './only-signed.js'
import type { FindRoute } from './onward.js'
import { type OpeningParts, openBlocks } from './open-blocks.js'
import type { OperationTable } from './operation-table.js'
import { operationOf, policiesFor, weakFor } from './policies-for.js'
import { refusalOf } from './refusal-of.js'
import { refuseUnopened } from './refuse-unopened.js'
import { Refused } from './refused.js'
import type { RegisteredOperation } from './registered-operation.js'
import { route } from './route.js'
import { isEvidence, sealingOf } from './sealing-of.js'
import { target } from './target.js'
import { refuseMissed, type Understood, understand } from './understand.js'
import { unproven } from './unproven.js'

export interface Verified extends Understood {
  /** The operation that the message calls, if it is for this node; undefined if there is none. */
  readonly called: RegisteredOperation | undefined
  /** Undefined if no policy says how. */
  readonly sealing: AnswerSealing | undefined
  /** Of the sender only, and of nobody where no signature names the sender. */
  readonly verdict: Tied
  /** Name of the peer whose message it is; undefined for nobody that is known. */
  readonly sender: string | undefined
  /** Those that hold for it, and that it meets. */
  readonly policies: readonly Policy[]
  /** The attachments as they came, where some were decrypted. */
  readonly cameWith?: readonly Attachment[] | undefined
}

/** What it needs of the parts of the node. */
export interface VerifyingParts extends OpeningParts {
  readonly security: MessageSecurity | undefined
  readonly findRoute: FindRoute
  readonly actors: ReadonlySet<string>
  readonly handlers: HandlerTable
  readonly operations: OperationTable
  readonly policy: ReplyPolicy
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
  // What was queued has shown it before.
  unproven(understood, !understood.attempt)
  // XOP §3: signatures cover the text that bytes stand for; ciphertexts are bounded before a key is used.
  if (understood.own.security.length > 0) yield* loadIncluded(understood, parts.limits.loaded)
  try {
    const { envelope, verdict, attachments, inclusions } = yield* openBlocks(
      understood,
      security,
      weakFor(understood, security, parts.operations),
      signal,
      parts,
    )
    const { message } = understood
    const hides = isRevealed(understood.inclusions, inclusions)
    const beside = learn(understood, { ...asUsed(message, attachments), inclusions })
    const read = envelope === understood.envelope ? beside : again(beside, envelope, parts)
    refuseUnopened(read.own.security)
    const verified = yield* held(read, verdict, security, signal, parts)
    if (hides && isEvidence(verified.policies)) throw new SecurityFailure('InvalidSecurity', HIDDEN)
    return unproven(verified, false)
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

/** Nobody who has the envelope could check the signature. */
const HIDDEN =
  'what is encrypted has an xop:Include in it, and cannot be kept as evidence: encrypt the bytes themselves'

/** True if decryption has brought an Include to light. */
function isRevealed(before: Inclusions | undefined, after: Inclusions | undefined): boolean {
  const there = new Set(before?.all.map(({ part }) => part))
  return after?.all.some(({ part }) => !there.has(part)) ?? false
}

const NOT_ASKED = {
  verdict: NOTHING_SHOWN,
  sender: undefined,
  policies: [],
  sealing: undefined,
} as const

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
  const { route: before, own: opened } = understood
  const decrypted = learn(understood, { envelope })
  const found = understand(target(route(decrypted, findRoute), actors, security), handlers, policy)
  refuseMissed(found)
  // WSS 1.1 §5: a block without an actor is for the ultimate receiver, which a node that sends on is not.
  const sentOn = before.role === 'ultimate-receiver' && found.route.role === 'intermediary'
  if (sentOn && found.own.security.length < opened.security.length) {
    throw new SecurityFailure(
      'InvalidSecurity',
      'it is encrypted for the ultimate receiver, and its operation is sent on from here: its block must name an actor of this node',
    )
  }
  return found
}

function* held(
  understood: Understood,
  verdict: Verdict,
  security: MessageSecurity,
  signal: Abortable,
  parts: VerifyingParts,
): Steps<Verified> {
  const { message, envelope, route, attempt, peer: known } = understood
  const called = calledBy(understood, parts.operations)
  const operation = operationOf(envelope, called)
  const { transport, peer } = message.origin
  const policies = policiesFor(understood, called, security, parts.operations)
  checkAlgorithms(policies, verdict, security.trust)
  const beside = (carried(message).attachments ?? []).map(({ id }) => id)
  const judged = judge({ policies, envelope, verdict, attachments: beside, peer, known })
  const { sender } = judged
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
  // An answer is held against the policies of its destination, and against nothing without one.
  const counts = route.role !== 'returning' || policies.length > 0
  if (!counts || judged.by !== 'signature') {
    return learn(understood, { verdict: { ...judged.verdict, signatures: [] }, ...rest })
  }
  const signed = onlySigned(
    yield* marked(understood, judged.verdict, security, signal, parts),
    judged.verdict,
  )
  return learn(signed, { verdict: judged.verdict, ...rest })
}

/** In what is signed, nobody takes a prefix in a value for something that is not. */
function* marked(
  understood: Understood,
  verdict: Tied,
  security: MessageSecurity,
  signal: Abortable,
  parts: VerifyingParts,
): Steps<Understood> {
  const { source, root } = understood.envelope
  const made = yield* markUnsigned(understood, verdict, security, signal, parts)
  if (made === root) return understood
  return again(understood, readEnvelope(made, source, parts.versions, parts.limits), parts)
}

/** Who holds an answer up could have it come as that to another request. */
function refuseOther({ of, related }: Answers): void {
  if (related === undefined || related === of) return
  throw new SecurityFailure('FailedCheck', 'it relates to another request')
}

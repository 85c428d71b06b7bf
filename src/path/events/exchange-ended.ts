/** Makes the event of a message that went through the path: who, what, how it ended; never its content. */
import { types } from 'node:util'
import { monotonicTime } from '../../base/time.js'
import type { BlockSeen, ExchangeEnded, SecuritySeen } from '../../message/events/events.js'
import { joinedKeys } from '../../message/events/keys.js'
import { idFrom, traceIdOf } from '../../message/traceparent.js'
import { bodySize } from '../../message/written-message.js'
import { SecurityFailure } from '../../security/failure.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import { SoapFault } from '../../soap/fault.js'
import { actorOf, type HeaderBlock } from '../../soap/header-block.js'
import type { Outcome } from '../../transport.js'
import { clarkName } from '../../xml/tree.js'
import type { OpenExchange } from '../exchange.js'
import { destinationOf } from '../facts/answer-destination.js'
import { Refused } from '../facts/refused.js'
import { envelopeMessageOf, type StateView, versionOf } from '../state/view.js'

/** How a message ended. */
export interface Ended {
  /** The result for the message, wherever its answer goes. */
  readonly outcome: Outcome
  /** The error that made it a fault or a refusal, if a step of this node threw one. */
  readonly thrown?: unknown
}

/** What of an exchange its end tells. */
export type EndedExchange = Pick<OpenExchange, 'id' | 'answerKeys'>

export function exchangeEnded(
  view: StateView,
  { id: exchange, answerKeys }: EndedExchange,
  { outcome, thrown }: Ended,
  policy: ReplyPolicy,
): ExchangeEnded {
  const { arrival, admission, document, keys, correlation, route, understood, verified, task } =
    view
  const { sender = admission?.peer } = verified ?? {}
  const { transport, peer, destination, messageId, trace } = arrival.message.origin
  const message = envelopeMessageOf(view)
  const [entry] = document?.envelope.entries ?? []
  const named = understood?.own.addressing?.addressing.messageId
  const onItsWay = route?.role === 'intermediary'
  // What an answer says is told by the exchange that gets it.
  const taken = route?.role === 'returning' && thrown === undefined
  return {
    event: 'exchange',
    exchange,
    // If none came, it is the one that is sent to the next node.
    traceId: traceIdOf(trace) ?? (onItsWay ? idFrom(exchange) : undefined),
    messageId: named ?? messageId,
    mailId: named === undefined || named === messageId ? undefined : messageId,
    transport,
    peer: peer.address,
    from: peer.mailbox,
    sender,
    destination,
    soap: versionOf(view).name,
    operation: task?.operation ?? (entry && clarkName(entry)),
    keys: joinedKeys(keys?.seen, answerKeys),
    to: task?.to,
    answers: correlation?.answers?.of,
    attempt: arrival.attempt?.number,
    outcome: taken ? 'accepted' : outcome.kind,
    code: outcome.kind === 'fault' && !taken ? outcome.code : undefined,
    refusal: outcome.kind === 'refused' ? outcome.refusal : undefined,
    again: (thrown instanceof Refused && thrown.again) || undefined,
    answerTo: answerTo(outcome, view, policy),
    cause: thrown instanceof Error ? sentenceOf(thrown) : undefined,
    role: route?.role,
    bytes: message?.body.length || undefined,
    attachments: (document ?? message)?.attachments.length || undefined,
    answerLength:
      outcome.kind === 'reply' || outcome.kind === 'fault' ? bodySize(outcome.message) : undefined,
    security: securitySeen(view, thrown),
    blocks: blocksSeen(view),
    ms: Math.round((monotonicTime() - arrival.began) * 10) / 10,
  }
}

function sentenceOf(thrown: Error): string {
  const hint = thrown instanceof SoapFault ? thrown.hint : undefined
  return hint === undefined ? thrown.message : `${thrown.message} (${hint})`
}

function answerTo(outcome: Outcome, view: StateView, policy: ReplyPolicy): string | undefined {
  if (outcome.kind !== 'reply' && outcome.kind !== 'fault') return undefined
  const destination = destinationOf(outcome.kind === 'reply' ? 'reply' : outcome.code, view, policy)
  switch (destination.kind) {
    case 'connection':
    case 'exchange':
      return undefined
    case 'nowhere':
      return 'nobody'
    case 'address':
      return destination.to
  }
}

/** @param thrown  what ended the message, if a step threw it */
function securitySeen({ verified }: StateView, thrown: unknown): SecuritySeen | undefined {
  const { verdict } = verified ?? {}
  const failure = failureIn(thrown)
  if (failure) return { verdict: 'failed', code: failure.code }
  if (verdict?.form === undefined) return undefined
  const proven = [...verdict.signatures, ...verdict.apart, ...verdict.users].map(({ peer }) => peer)
  const decrypted = verdict.decrypted.length + (verdict.decryptedAttachments?.length ?? 0)
  return {
    verdict: 'valid',
    peers: proven.length > 0 ? [...new Set(proven)] : undefined,
    encrypted: decrypted > 0 || undefined,
  }
}

/** The cause of what a plugin threw may be a proxy, which is an instance of nothing that can be asked for. */
function failureIn(thrown: unknown): SecurityFailure | undefined {
  if (thrown instanceof SecurityFailure) return thrown
  if (!(thrown instanceof Error) || types.isProxy(thrown.cause)) return undefined
  return thrown.cause instanceof SecurityFailure ? thrown.cause : undefined
}

/** Blocks of one message that are reported; a peer can send thousands. */
const MAX_BLOCKS = 50

/** @returns undefined if there are none, as in most messages */
function blocksSeen(view: StateView): readonly BlockSeen[] | undefined {
  const { envelope } = view.document ?? {}
  if (!envelope || envelope.blocks.length === 0) return undefined
  const { version } = envelope
  return envelope.blocks.slice(0, MAX_BLOCKS).map((element) => {
    const block = view.targets?.find((one) => one.element === element)
    return {
      name: clarkName(element),
      actor: actorOf(element, version),
      mustUnderstand: block?.mustUnderstand || undefined,
      did: block ? done(block, view) : 'passed',
    }
  })
}

function done(block: HeaderBlock, { understood }: StateView): BlockSeen['did'] {
  if (understood?.missed.includes(block)) return 'missed'
  const found = understood?.blocks.find((one) => one.block === block)
  if (!found) return 'ignored'
  return found.registered.kind === 'own' ? 'own' : 'handled'
}

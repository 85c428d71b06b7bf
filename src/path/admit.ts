/** Step: decides whether a message may come in: its sender is admitted by a rule, and its address exists. */

import { monotonicTime } from '../base/time.js'
import type { EnvelopeMessage, InboundMessage } from '../message/message.js'
import type { Attempt } from '../queue/queue.js'
import { lackOf, verdictOn } from '../security/admission.js'
import type { Peers } from '../security/peers/peers.js'
import type { Quotas } from '../security/quotas.js'
import type { SoapVersion, SoapVersions } from '../soap/version.js'
import { learn } from './learn.js'
import type { OperationTable } from './operation-table.js'
import { Refused } from './refused.js'

/** What is known of a message before the first step. */
export interface Arrived<Message extends InboundMessage = InboundMessage> {
  readonly message: Message
  /** The version to answer in: that of the envelope as soon as it is known. */
  readonly version: SoapVersion
  /** When it arrived, by `monotonicTime()`. */
  readonly began: number
  /** Set for a job from the queue: it was admitted, and its header handlers have run, before it was queued. */
  readonly attempt?: Attempt | undefined
  /** When such a message was accepted, in milliseconds since 1970: its signatures are judged by that time. */
  readonly accepted?: number | undefined
  /** Name of the plugin that such a message was accepted for, if its job says so. */
  readonly plugin?: string | undefined
}

export interface Admitted<Message extends InboundMessage = EnvelopeMessage>
  extends Arrived<Message> {
  /** True if no rule admits the sender: then it may only call operations that a plugin marks `public`. */
  readonly publicOnly: boolean
  /** Name in `security.peers` of whom the transport has proven the sender to be. */
  readonly peer?: string | undefined
}

export function arrived<Message extends InboundMessage>(
  message: Message,
  versions: SoapVersions,
  attempt?: Attempt,
  accepted?: number,
): Arrived<Message> {
  const version = versions.byMediaType(message.mediaType)
  return { message, version, began: monotonicTime(), attempt, accepted }
}

/** What decides; see ProcessorParts. */
interface Deciding {
  readonly operations: OperationTable
  readonly peers: Peers
  readonly quotas: Quotas
}

/** @throws Refused forbidden, unauthenticated, too-many, unknown-destination */
export function admit<Message extends InboundMessage>(
  arrival: Arrived<Message>,
  parts: Deciding,
): Admitted<Message> {
  const { message, attempt } = arrival
  const { origin } = message
  const peer = attempt ? parts.peers.ofAccepted(origin.peer) : parts.peers.of(origin.peer)
  const verdict = attempt ? 'admitted' : verdictOn(message, peer)
  if (verdict === 'refused') throw new Refused(lackOf(message, peer), 'no rule admits its sender')
  if (!attempt && peer !== undefined) checkPeer(peer, message, parts)
  if (!parts.operations.has(origin.destination)) {
    throw new Refused('unknown-destination', 'no plugin has that name, and no route that path')
  }
  return learn(arrival, { publicOnly: verdict === 'public-only', peer })
}

function checkPeer(peer: string, { kind, origin }: InboundMessage, parts: Deciding): void {
  const { transport } = origin
  if (!parts.peers.mayUse(peer, transport)) {
    throw new Refused('forbidden', `the peer ${peer} may not use ${transport}`)
  }
  // A report comes from the network, whoever the peer is.
  if (kind !== 'report') takeOne(peer, parts)
}

/**
 * Counts a message of a peer, whatever has proven whose it is.
 *
 * @throws Refused too-many
 */
export function takeOne(peer: string, { quotas }: Pick<Deciding, 'quotas'>): void {
  const excess = quotas.take(peer)
  if (!excess) return
  const { bound, retryAfter, first } = excess
  throw new Refused('too-many', `the peer ${peer} is beyond its ${bound}`, {
    retryAfter,
    again: !first,
  })
}

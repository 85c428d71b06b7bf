/** Step: decides whether a message may come in: its sender is admitted by a rule, and its address exists. */
import type { InboundMessage } from '../../message/message.js'
import { lackOf, verdictOn } from '../../security/admission.js'
import type { Peers } from '../../security/peers/peers.js'
import type { Quotas } from '../../security/quotas.js'
import { Refused } from '../facts/refused.js'
import type { OperationTable } from '../parts/operation-table.js'
import { step } from '../state/step.js'
import type { Admission, ArrivedMessage } from '../state/values.js'
import { takeQuota } from '../verify/take-quota.js'

/** What decides; see ProcessorParts. */
export interface Deciding {
  readonly operations: OperationTable
  readonly peers: Peers
  readonly quotas: Quotas
}

export const admit = step({
  name: 'admit',
  takes: ['arrival'],
  gives: 'admission',
  run: ({ arrival }, _exchange, parts: Deciding) => admissionOf(arrival, parts),
})

/** @throws Refused forbidden, unauthenticated, too-many, unknown-destination */
export function admissionOf(
  { message, attempt }: Pick<ArrivedMessage, 'message' | 'attempt'>,
  parts: Deciding,
): Admission {
  const { origin } = message
  const peer = attempt ? parts.peers.ofAccepted(origin.peer) : parts.peers.of(origin.peer)
  const verdict = attempt ? 'admitted' : verdictOn(message, peer)
  if (verdict === 'refused') throw new Refused(lackOf(message, peer), 'no rule admits its sender')
  if (!attempt && peer !== undefined) checkPeer(peer, message, parts)
  if (!parts.operations.has(origin.destination)) {
    throw new Refused('unknown-destination', 'no plugin has that name, and no route that path')
  }
  return { publicOnly: verdict === 'public-only', peer }
}

function checkPeer(peer: string, { kind, origin }: InboundMessage, parts: Deciding): void {
  const { transport } = origin
  if (!parts.peers.mayUse(peer, transport)) {
    throw new Refused('forbidden', `the peer ${peer} may not use ${transport}`)
  }
  // A report comes from the network, whoever the peer is.
  if (kind !== 'report') takeQuota(peer, parts)
}

/** Decides where an answer goes: no address counts that the policy does not allow, or that nobody has proven. */
import type { Addressing } from '../../soap/addressing/addressing.js'
import { endpointOf } from '../../soap/addressing/answer-headers.js'
import type { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import type { FaultCode } from '../../soap/version.js'
import { countingOf } from '../own-blocks/addressing.js'
import { envelopeMessageOf, type StateView } from '../state/view.js'

/** What decides where the answers to a message go. */
type Addressed = Pick<
  StateView,
  'arrival' | 'message' | 'route' | 'understood' | 'valid' | 'failed'
>

export type AnswerDestination =
  | { readonly kind: 'connection' }
  /** The message is an answer itself: it goes to the exchange that waits for it, if there is one. */
  | { readonly kind: 'exchange'; readonly id: string | undefined }
  /** The sender wants no answer, or may get none. */
  | { readonly kind: 'nowhere' }
  /** `guarded` if a peer named the address, and the policy for replies must allow it. */
  | { readonly kind: 'address'; readonly to: string; readonly guarded: boolean }

/** What a message says of its answers, as far as it counts. */
function addressingOf(
  { understood, failed }: Pick<StateView, 'understood' | 'failed'>,
  policy: ReplyPolicy,
): Addressing | undefined {
  return countingOf(understood?.own.addressing, failed?.unproven ?? false, policy)
}

/** Where the reply to a message goes, or a fault with this code. */
export function destinationOf(
  what: 'reply' | FaultCode,
  addressed: Addressed,
  policy: ReplyPolicy,
): AnswerDestination {
  const { arrival, route, failed } = addressed
  if (route?.role === 'returning') return { kind: 'exchange', id: route.answers?.of }
  const { answerable = 'always', replyTo, returnPath = replyTo } = arrival.message.origin
  const addressing = addressingOf(addressed, policy)
  const endpoint = addressing && endpointOf(addressing, what)
  // WS-Addressing 1.0 Core §3.3: what would go to the address none "is discarded".
  if (endpoint?.kind === 'none') return { kind: 'nowhere' }
  // RFC 3834 §2: automatic mail that could not be understood gets no answer.
  const valid = addressed.valid?.call !== undefined || route?.role === 'intermediary'
  if (answerable === 'never' || (answerable === 'if-valid' && !valid)) return { kind: 'nowhere' }
  if (endpoint?.kind === 'elsewhere') {
    return { kind: 'address', to: endpoint.address, guarded: true }
  }
  if (replyTo === undefined) return { kind: 'connection' }
  const to = failed?.unproven || endpoint?.kind === 'refused' ? returnPath : replyTo
  return to === undefined || to === ''
    ? { kind: 'nowhere' }
    : { kind: 'address', to, guarded: false }
}

/** True if the connection may get an answer: the reply, or a fault in its place. */
export function answersHere(addressed: Addressed, policy: ReplyPolicy): boolean {
  const here = (what: 'reply' | FaultCode) =>
    destinationOf(what, addressed, policy).kind === 'connection'
  return here('reply') || here('Server')
}

/** What a sender that waits gets while there is no answer: that its message is accepted only if it has asked for that. */
export function meanwhileOf(addressed: Addressed, policy: ReplyPolicy): 'accepted' | undefined {
  // RFC 7240 §4.1, §4.3: it prefers to wait no longer, or not at all.
  const prefers = envelopeMessageOf(addressed)?.patience !== undefined
  const elsewhere = destinationOf('reply', addressed, policy).kind !== 'connection'
  return prefers || elsewhere ? 'accepted' : undefined
}

/** Decides by rules whether a sender is admitted; the same for every transport. */
import type { SenderRule } from '../message/admission.js'
import type { InboundMessage } from '../message/message.js'
import type { Peer } from '../message/origin.js'
import { isMailboxOf } from './mailboxes.js'
import { isWithin } from './networks.js'

/** At `connection`, before the message is in, nothing in it can be checked. */
export type Stage = 'connection' | 'message'

export type Verdict =
  | 'admitted'
  /** It may call operations that a plugin marks `public`, and nothing else. */
  | 'public-only'
  | 'refused'

/**
 * The decision on a message that is in, by the rules of the address where it arrived.
 *
 * @param known  name of the peer that its sender is, as `Peer.known`
 */
export function verdictOn(
  message: InboundMessage,
  identity = message.origin.peer.identity,
): Verdict {
  const { origin, admission } = message
  if (!admission || admits(admission.senders, { ...origin.peer, identity })) return 'admitted'
  if (message.kind !== 'report') return admission.open ? 'public-only' : 'refused'
  // Who knows an id of this node has received its message, and can end only that exchange.
  return message.inReplyTo.some((id) => !id.startsWith('<')) ? 'admitted' : 'refused'
}

/**
 * True if a rule admits the sender; at stage `connection`, if a rule may still do so.
 *
 * @param byMail  peers that are known by the domains of their mail, so not at that stage. Default: none
 */
export function admits(
  rules: readonly SenderRule[],
  peer: Peer,
  stage: Stage = 'message',
  byMail: ReadonlySet<string> = NOBODY,
): boolean {
  return rules.some((rule) => holds(rule, peer, stage, byMail))
}

const NOBODY: ReadonlySet<string> = new Set()

/** True if proven domains decide whether a sender is admitted. */
export function asksForProof(
  rules: readonly SenderRule[],
  peer: Peer,
  byMail: ReadonlySet<string> = NOBODY,
): boolean {
  return rules.some(
    (rule) =>
      (rule.domains !== undefined || isProvenLater(rule, peer, byMail)) &&
      holds(rule, peer, 'connection', byMail),
  )
}

/** What a sender is told that no rule admits: whether to say who it is could help. */
export function lackOf(
  { kind, origin, admission }: InboundMessage,
  identity = origin.peer.identity,
): 'unauthenticated' | 'forbidden' {
  // A report comes from the network, which is nobody.
  if (kind === 'report') return 'forbidden'
  const peer = { ...origin.peer, identity }
  return asksForCredentials(admission?.senders ?? [], peer) ? 'unauthenticated' : 'forbidden'
}

/** True if a rule admits a sender who has not said who it is, once it has. */
export function asksForCredentials(rules: readonly SenderRule[], peer: Peer): boolean {
  if (peer.identity !== undefined || peer.user !== undefined) return false
  return rules.some(
    ({ hosts, users, peers }) =>
      (users !== undefined || peers !== undefined) && (!hosts || isWithin(hosts, peer.address)),
  )
}

function holds(rule: SenderRule, peer: Peer, stage: Stage, byMail: ReadonlySet<string>): boolean {
  const { hosts, users, certificates, mailboxes, domains, peers } = rule
  const { user, certificate = [], identity } = peer
  if (hosts && !isWithin(hosts, peer.address)) return false
  if (users && !matches(users, user === undefined ? [] : [user])) return false
  if (certificates && !matches(certificates, certificate)) return false
  if (peers && !matches(peers, identity === undefined ? [] : [identity])) {
    if (stage === 'message' || !isProvenLater(rule, peer, byMail)) return false
  }
  if (stage === 'connection') return true
  if (mailboxes && !isMailboxOf(mailboxes, peer.mailbox)) return false
  return !domains || domains.some((domain) => peer.domains?.includes(domain.toLowerCase()))
}

function isProvenLater(
  { peers }: SenderRule,
  { identity }: Peer,
  byMail: ReadonlySet<string>,
): boolean {
  if (!peers || identity !== undefined) return false
  return byMail.size > 0 && peers.some((name) => name === '*' || byMail.has(name))
}

function matches(wanted: readonly string[], proven: readonly string[]): boolean {
  return proven.length > 0 && wanted.some((name) => name === '*' || proven.includes(name))
}

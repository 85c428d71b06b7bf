/** Decides by rules whether a sender is admitted; the same for every transport. */
import { BlockList, isIPv6 } from 'node:net'
import type { SenderRule } from '../message/admission.js'
import type { InboundMessage } from '../message/message.js'
import type { Peer } from '../message/origin.js'

/** At `connection`, before the message is in, nothing in it can be checked. */
export type Stage = 'connection' | 'message'

export type Verdict =
  | 'admitted'
  /** It may call operations that a plugin marks `public`, and nothing else. */
  | 'public-only'
  | 'refused'

/** The decision on a message that is in, by the rules of the address where it arrived. */
export function verdictOn(message: InboundMessage): Verdict {
  const { origin, admission } = message
  if (!admission || admits(admission.senders, origin.peer)) return 'admitted'
  if (message.kind !== 'report') return admission.open ? 'public-only' : 'refused'
  // Who knows an id of this node has received its message, and can end only that exchange.
  return message.inReplyTo.some((id) => !id.startsWith('<')) ? 'admitted' : 'refused'
}

/** True if a rule admits the sender; at stage `connection`, if a rule may still do so. */
export function admits(
  rules: readonly SenderRule[],
  peer: Peer,
  stage: Stage = 'message',
): boolean {
  return rules.some((rule) => holds(rule, peer, stage))
}

/** True if proven domains decide whether a sender is admitted. */
export function asksForProof(rules: readonly SenderRule[], peer: Peer): boolean {
  return rules.some((rule) => rule.domains !== undefined && holds(rule, peer, 'connection'))
}

function holds(rule: SenderRule, peer: Peer, stage: Stage): boolean {
  const { hosts, users, certificates, mailboxes, domains } = rule
  const { user, certificate = [] } = peer
  if (hosts && !isWithin(hosts, peer.address)) return false
  if (users && !matches(users, user === undefined ? [] : [user])) return false
  if (certificates && !matches(certificates, certificate)) return false
  if (stage === 'connection') return true
  if (mailboxes && !isMailboxOf(mailboxes, peer.mailbox)) return false
  return !domains || domains.some((domain) => peer.domains?.includes(domain.toLowerCase()))
}

function matches(wanted: readonly string[], proven: readonly string[]): boolean {
  return proven.length > 0 && wanted.some((name) => name === '*' || proven.includes(name))
}

function isMailboxOf(wanted: readonly string[], mailbox: string | undefined): boolean {
  if (mailbox === undefined) return false
  const all = `*@${mailbox.slice(mailbox.lastIndexOf('@') + 1).toLowerCase()}`
  return wanted.some((entry) => [mailbox, all].includes(entry.toLowerCase()))
}

/** Networks of a rule, and the results for addresses that were checked before. */
interface Networks {
  readonly list: BlockList
  readonly known: Map<string, boolean>
}

/** Most addresses whose results are kept for a rule. */
const MOST_KNOWN = 1000
/** Made once for each rule. */
const networks = new WeakMap<readonly string[], Networks>()

function isWithin(hosts: readonly string[], address: string | undefined): boolean {
  if (address === undefined) return false
  const { list, known } = networks.get(hosts) ?? listed(hosts)
  const before = known.get(address)
  if (before !== undefined) return before
  const within = list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(address, within)
  return within
}

function listed(hosts: readonly string[]): Networks {
  const made = { list: new BlockList(), known: new Map<string, boolean>() }
  for (const host of hosts) {
    const [network = '', bits = isIPv6(network) ? 128 : 32] = host.split('/')
    made.list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4')
  }
  networks.set(hosts, made)
  return made
}

/** Decides by the rules of an address whose mail it takes. */
import { BlockList, isIPv6 } from 'node:net'
import type { Peer } from '#transport'
import { domainOf } from '../address.js'
import type { SenderRule } from '../options.js'

/** What is known of a sender; more of it as the dialogue goes on. */
export interface Sender {
  readonly peer: Peer
  /** Name that AUTH has proven. */
  readonly user?: string | undefined
  /** Common name and fingerprint that a certificate has proven. */
  readonly certificate?: readonly string[] | undefined
}

/** Before the mail is in, what would be in it cannot be asked for. */
export type Stage = 'envelope' | 'mail'

/** True if a rule admits the sender; at stage `envelope`, if one still may. */
export function admits(rules: readonly SenderRule[], sender: Sender, stage: Stage): boolean {
  return rules.some((rule) => holds(rule, sender, stage))
}

/** True if whether a sender is admitted depends on which domains are proven. */
export function asksForProof(rules: readonly SenderRule[], sender: Sender): boolean {
  return rules.some((rule) => rule.domains !== undefined && holds(rule, sender, 'envelope'))
}

function holds(rule: SenderRule, { peer, user, certificate = [] }: Sender, stage: Stage): boolean {
  const { hosts, users, certificates, mailboxes, domains } = rule
  if (hosts && !isWithin(hosts, peer.address)) return false
  if (users && !matches(users, user === undefined ? [] : [user])) return false
  if (certificates && !matches(certificates, certificate)) return false
  if (stage === 'envelope') return true
  if (mailboxes && !isMailboxOf(mailboxes, peer.mailbox)) return false
  return !domains || domains.some((domain) => peer.domains?.includes(domain.toLowerCase()))
}

function matches(wanted: readonly string[], proven: readonly string[]): boolean {
  return proven.length > 0 && wanted.some((name) => name === '*' || proven.includes(name))
}

function isMailboxOf(wanted: readonly string[], mailbox: string | undefined): boolean {
  if (mailbox === undefined) return false
  const all = `*@${domainOf(mailbox)}`
  return wanted.some((entry) => [mailbox, all].includes(entry.toLowerCase()))
}

/** Networks of a rule, and the addresses that were looked for in them before. */
interface Networks {
  readonly list: BlockList
  readonly known: Map<string, boolean>
}

/** Addresses that are kept for a rule. */
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

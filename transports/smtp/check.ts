/** What the configuration shows of a mailbox that messages are sent to: whether it can be, and whose it is. */
import {
  type Complaint,
  type Finding,
  isLoopback,
  type NamedUrl,
  type TransportSettings,
  Undeliverable,
  warning,
} from '#transport'
import { mailtoOf, readAddress } from './address.js'
import { readMailto } from './mailto.js'
import type { SmtpSection } from './section.js'

/** What HTTP knows and mail does not: who sends it, its relay knows. */
const NOT_BY_MAIL = ['user', 'token', 'certificate', 'ca', 'pin', 'connections'] as const

export function checkDestination(
  destination: NamedUrl,
  { section, sends }: TransportSettings<SmtpSection>,
): readonly Complaint[] {
  try {
    readMailto(new URL(destination.url))
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    return [{ key: 'url', sentence: error.message }]
  }
  if (!section.relay && sends) {
    const sentence = 'expected smtp.relay beside it, over which mail is sent'
    return [{ key: 'url', sentence }]
  }
  const key = NOT_BY_MAIL.find((name) => destination[name] !== undefined)
  if (key === undefined) return []
  const sentence = 'expected it with an http: or https: URL only; mail goes over smtp.relay'
  return [{ key, sentence }]
}

export function findInListener({ section }: TransportSettings<SmtpSection>): readonly Finding[] {
  const { enabled, host, tls } = section
  return enabled && !isLoopback(host) && tls === undefined
    ? [
        warning(
          'smtp.host',
          `${host} opens the node to other hosts, without TLS: there is no smtp.tls`,
        ),
      ]
    : []
}

/** Requests are from `smtp.relay.from`: what answers them must come back to this node. */
export function findInSender(settings: TransportSettings<SmtpSection>): readonly Finding[] {
  const { relay } = settings.section
  if (!relay) return []
  const from = readAddress(relay.from)
  if (from !== undefined && isOwnMailbox(mailtoOf(from), settings)) return []
  return [
    warning(
      'smtp.relay.from',
      `${relay.from} is no address that this node takes mail at: answers and reports to it get lost`,
    ),
  ]
}

/** All addresses that the listener, or the mailbox in place of it, takes mail at. */
export function ownMailboxes({ section, names }: TransportSettings<SmtpSection>) {
  const { enabled, mailbox, domains, addresses } = section
  if (!enabled && !mailbox) return []
  const destinations = new Map<string, string | undefined>([
    ...names.map((name) => [name.toLowerCase(), name] as const),
    ...Object.entries(addresses).map(
      ([local, { plugin }]) => [local.toLowerCase(), plugin] as const,
    ),
  ])
  return domains.flatMap((domain) =>
    [...destinations].map(([local, destination]) => ({
      address: `${local}@${domain}`,
      destination,
    })),
  )
}

/** @param to  a URL that `checkDestination` has nothing against */
export function isOwnMailbox(to: URL, { section, names }: TransportSettings<SmtpSection>): boolean {
  const { enabled, mailbox, relay, domains, addresses } = section
  const receives = enabled || (mailbox !== undefined && relay !== undefined)
  const [local = '', domain = ''] = readMailto(to).mailbox.toLowerCase().split('@')
  if (!receives || !domains.includes(domain)) return false
  const [name = ''] = local.split('+')
  return [...Object.keys(addresses), ...names].some(
    (one) => one === '*' || one.toLowerCase() === name,
  )
}

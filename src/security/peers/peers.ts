/** Tells who the sender of a message is, by what the transport has proven of it, and what that peer may do. */
import type { PeerConfig } from '../../config/security.js'
import type { CertificateFacts, Peer } from '../../message/origin.js'
import { isMailboxOf } from '../mailboxes.js'
import { isWithin } from '../networks.js'
import { matching } from '../trust/names.js'
import { parseName } from '../trust/parse-name.js'

export class Peers {
  readonly #peers: ReadonlyMap<string, PeerConfig>
  /** Names of peers by what proves them, in the order of the configuration. */
  readonly #provenBy = new Map<string, string[]>()
  /** Those that are known by the domains of their mail. */
  readonly byMail: ReadonlySet<string>

  constructor(peers: Readonly<Record<string, PeerConfig>>) {
    const all = Object.entries(peers)
    this.#peers = new Map(all)
    this.byMail = new Set(all.flatMap(([name, { domains }]) => (domains ? [name] : [])))
    for (const [name, { certificates = [], domains = [] }] of all) {
      for (const text of certificates) this.#prove(certificateKey(text), name)
      for (const domain of domains) this.#prove(`domain ${domain.toLowerCase()}`, name)
    }
  }

  /** For messages of which nobody knows where they come from, such as files: no `hosts` are asked. */
  static anywhere(peers: Readonly<Record<string, PeerConfig>>): Peers {
    const all = Object.entries(peers)
    return new Peers(
      Object.fromEntries(all.map(([name, peer]) => [name, { ...peer, hosts: undefined }])),
    )
  }

  /**
   * The peer that a sender is. What it has shown counts before its certificate, a fingerprint before a
   * subject, and that before a common name; last come the domains of its mail.
   */
  of(sender: Peer): string | undefined {
    if (this.#peers.size === 0) return undefined
    const { name, tls, domains = [] } = sender
    if (name !== undefined) return this.isFrom(name, sender.address) ? name : undefined
    const proofs = tls?.certificate ? proofsOf(tls.certificate) : []
    return (
      this.#firstOf(proofs, (found) => this.isFrom(found, sender.address)) ??
      this.#firstOf(
        domains.map((domain) => `domain ${domain}`),
        (found) => this.isFrom(found, sender.address) && this.#isMailOf(found, sender.mailbox),
      )
    )
  }

  /** Whose a message of the queue is: what `hosts` say was asked when it was accepted. */
  ofAccepted(sender: Peer): string | undefined {
    const { identity } = sender
    return identity !== undefined && this.#peers.has(identity) ? identity : this.of(sender)
  }

  /** True if the peer may come from an address. */
  isFrom(name: string, address: string | undefined): boolean {
    const peer = this.#peers.get(name)
    return peer !== undefined && (!peer.hosts || isWithin(peer.hosts, address))
  }

  /** True if the peer may use a transport at all. */
  mayUse(name: string, transport: string): boolean {
    const peer = this.#peers.get(name)
    return peer !== undefined && (!peer.over || peer.over.includes(transport))
  }

  /** @param operation  as `{namespace}Name`; undefined for an empty Body, which calls none */
  may(name: string, transport: string, operation: string | undefined): boolean {
    if (!this.mayUse(name, transport)) return false
    const { calls } = this.#peers.get(name) ?? {}
    if (!calls) return true
    if (operation === undefined) return false
    const all = `${operation.slice(0, operation.indexOf('}') + 1)}*`
    return calls.some((call) => call === operation || call === all)
  }

  #isMailOf(name: string, mailbox: string | undefined): boolean {
    const { mailboxes } = this.#peers.get(name) ?? {}
    return !mailboxes || isMailboxOf(mailboxes, mailbox)
  }

  #firstOf(proofs: readonly string[], holds: (name: string) => boolean): string | undefined {
    return proofs.flatMap((proof) => this.#provenBy.get(proof) ?? []).find(holds)
  }

  #prove(proof: string, name: string): void {
    this.#provenBy.set(proof, [...(this.#provenBy.get(proof) ?? []), name])
  }
}

const FINGERPRINT = /^[0-9a-f]{2}(?::?[0-9a-f]{2}){31}$/i
const COMMON_NAME = '2.5.4.3'

/** What the configuration says of a certificate: its fingerprint, its subject or its common name. */
function certificateKey(text: string): string {
  if (FINGERPRINT.test(text)) return `fingerprint ${text.replaceAll(':', '').toLowerCase()}`
  const subject = parseName(text)
  return subject ? `subject ${matching(subject)}` : `name ${text}`
}

/** The strongest first. */
function proofsOf({ fingerprint, subject }: CertificateFacts): readonly string[] {
  const read = parseName(subject) ?? []
  const names = read.flat().filter(({ type }) => type === COMMON_NAME)
  const [name] = names
  return [
    `fingerprint ${fingerprint}`,
    ...(read.length > 0 ? [`subject ${matching(read)}`] : []),
    // Of several, nobody could say which is its name.
    ...(name && names.length === 1 ? [`name ${name.value}`] : []),
  ]
}

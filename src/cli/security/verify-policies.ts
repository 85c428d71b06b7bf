/** Holds the message of `waybill verify` against the policies of a configuration, by what flags say of its way. */
import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { type Command, InvalidArgumentError } from 'commander'
import type { Security } from '../../config/security.js'
import type { Peer } from '../../message/origin.js'
import { judgementOf } from '../../security/judge.js'
import type { Trust } from '../../security/keys.js'
import { Peers } from '../../security/peers/peers.js'
import { Policies, type Policy, SIGNED } from '../../security/policies.js'
import { checkAlgorithms } from '../../security/suite.js'
import { factsOf } from '../../security/trust/certificate-facts.js'
import type { Tied, Verdict } from '../../security/verdict.js'
import type { WeakAlgorithm } from '../../security/weak.js'
import type { Envelope } from '../../soap/envelope.js'
import { clarkName } from '../../xml/tree.js'

/** What a file cannot say of its message. */
export interface WayFlags {
  readonly transport: string
  readonly path?: string
  readonly mailbox?: string
  readonly route?: string
  readonly destination?: string
  readonly address?: string
  readonly tls: boolean
  readonly clientCertificate?: string
  readonly peer?: string
}

export function withWayOptions<Of extends Command>(command: Of): Of {
  return command
    .option('--transport <name>', 'with --config: the transport that it came over', 'http')
    .option('--path <name>', 'with --config: the plugin or path that it was sent to')
    .option('--mailbox <address>', 'with --config: the mail address that it was sent to')
    .option('--route <name>', 'with --config: the route that it goes on by')
    .option('--destination <name>', 'with --config: the destination that it is an answer of')
    .option('--address <ip>', 'with --config: where it came from. Default: hosts are not asked', ip)
    .option('--tls', 'with --config: it came over TLS', false)
    .option('--client-certificate <file>', 'with --config: what the client showed to TLS, in PEM')
    .option('--peer <name>', 'with --config: whose password, key or token came with it')
}

function ip(text: string): string {
  if (isIP(text) > 0) return text
  throw new InvalidArgumentError('expected an address such as 192.0.2.7')
}

/** Which flag says something of the way; undefined for none. */
export function wayFlagIn(flags: WayFlags): string | undefined {
  const { transport: _, tls, clientCertificate, ...named } = flags
  if (tls) return '--tls'
  if (clientCertificate !== undefined) return '--client-certificate'
  const conflicting = ['path', 'mailbox', 'route', 'destination', 'address', 'peer'] as const
  const [first] = conflicting.filter((key) => named[key] !== undefined)
  return first && `--${first}`
}

/** What a message is checked against. */
export interface Held {
  readonly policies: Policies
  readonly peers: Peers
  readonly flags: WayFlags
  readonly peer: Peer
}

/** @param certificate  what the client has shown; undefined for none */
export function heldBy(
  security: Security,
  flags: WayFlags,
  certificate: X509Certificate | undefined,
): Held {
  const { address, tls, peer: name } = flags
  const shown = certificate && factsOf(certificate)
  const secured = tls || shown ? { tls: { protocol: 'TLS', certificate: shown } } : {}
  return {
    policies: new Policies(security.policies),
    peers: address === undefined ? Peers.anywhere(security.peers) : new Peers(security.peers),
    flags,
    peer: { address, name, ...secured },
  }
}

export interface PolicyVerdict {
  readonly name: string
  /** False if it is for other messages. */
  readonly applies: boolean
  /** Undefined if it is not asked. */
  readonly met: boolean | undefined
  /** Why it is not met, or not asked. */
  readonly why: string | undefined
  /** True if it asks for a signature or a MAC. */
  readonly signs: boolean
}

/**
 * What counts of the message, and each policy of the configuration, in its order.
 *
 * @param held  undefined without a configuration
 * @throws SecurityFailure for algorithms that its policies do not take
 */
export function judgedBy(
  envelope: Envelope,
  verdict: Verdict,
  held: Held | undefined,
  trust: Pick<Trust, 'allows'>,
): { readonly verdict: Tied; readonly policies: readonly PolicyVerdict[] } {
  const way = { envelope, verdict, attachments: [] }
  if (!held) {
    const judged = judgementOf({ ...way, policies: [], peer: {}, identity: undefined })
    return { verdict: judged.verdict, policies: [] }
  }
  const { policies, peers, flags, peer } = held
  const requested = requestedPolicies(envelope, policies, flags)
  checkAlgorithms(requested, verdict, trust)
  const judged = judgementOf({ ...way, policies: requested, peer, identity: peers.of(peer) })
  return { verdict: judged.verdict, policies: policies.all.map(verdictOn) }

  function verdictOn(policy: Policy): PolicyVerdict {
    const { name } = policy
    const signs = policy.require.some((level) => SIGNED.has(level))
    if (!requested.includes(policy)) {
      const why = `it is for ${policies.conditionsOf(policy)}`
      return { name, applies: false, met: undefined, why, signs }
    }
    // The name of the policy stands before it, for the log.
    const why = judged.unmet.get(policy)?.message.slice(`${name}: `.length)
    return { name, applies: true, met: why === undefined, why, signs }
  }
}

/** Weak algorithms of the suites of policies that may be asked: what is encrypted is not read yet. */
export function weakOf({ policies, flags }: Held): ReadonlySet<WeakAlgorithm> {
  const { transport, path, mailbox, route, destination } = flags
  if (destination !== undefined) return policies.weakOfDestination(destination)
  const mailboxes = mailbox === undefined ? [] : [mailbox]
  return policies.weakOf({ transport, path, mailboxes, operation: undefined, route })
}

function requestedPolicies(
  { entries: [entry] }: Envelope,
  policies: Policies,
  { transport, path, mailbox, route, destination }: WayFlags,
): readonly Policy[] {
  if (destination !== undefined) return policies.ofDestination(destination)
  const operation = entry && clarkName(entry)
  const mailboxes = mailbox === undefined ? [] : [mailbox]
  return policies.of({ transport, path, mailboxes, operation, route })
}

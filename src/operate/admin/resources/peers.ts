/** Who may do what here: the peers of the configuration, the policies, who is let in; never a secret. */
import { z } from 'zod'
import type { NamedFile } from '../../../config/pem.js'
import type { Config } from '../../../config/schema.js'
import { type Item, readItems } from '../../findings/items.js'
import type { CertificateView, PeersView, PeerView } from '../api.js'
import { NO_INPUT, type Resource, resource } from '../resource.js'
import { certificate } from './shapes.js'

const reported = z.object({ says: z.array(z.string()) })

const view = z.object({
  peers: z.array(
    z.object({
      name: z.string(),
      operations: z.array(z.string()).optional(),
      transports: z.array(z.string()).optional(),
      policies: z.array(z.string()),
      proves: z.array(z.string()),
      certificates: z.array(certificate),
    }),
  ),
  policies: z.array(reported.extend({ name: z.string() })),
  admission: z.array(reported.extend({ transport: z.string() })),
})

type Security = Config['security']
type Peer = Security['peers'][string]
type Policy = Security['policies'][number]

/** @param now  of the configuration that is in effect */
export function peersResource(now: () => Promise<PeersView>): Resource {
  return resource({
    method: 'GET',
    path: '/api/peers',
    needs: 'look',
    summary: 'Known peers, what each may call and proves itself by, and the policies.',
    takes: NO_INPUT,
    view,
    handle: now,
  })
}

/**
 * Reads the certificates of all peers.
 *
 * @param admission  of each transport, what it says of whom it lets in
 */
export async function peersOf(
  { peers, policies }: Security,
  admission: PeersView['admission'],
): Promise<PeersView> {
  const views: PeerView[] = []
  for (const [name, peer] of Object.entries(peers)) views.push(await peerOf(name, peer, policies))
  return {
    peers: views,
    policies: policies.map((policy, index) => ({
      name: nameOf(policy, index),
      says: wordsOf(policy),
    })),
    admission,
  }
}

async function peerOf(name: string, peer: Peer, policies: Security['policies']): Promise<PeerView> {
  const items = await readItems(filesOf(name, peer))
  return {
    name,
    operations: peer.calls,
    transports: peer.over,
    policies: policies.flatMap((policy, index) =>
      policy.peers?.includes(name) === false ? [] : [nameOf(policy, index)],
    ),
    proves: proofsOf(peer),
    certificates: items.flatMap(certificateOf),
  }
}

/** By which it is known; what it shows is nobody's business. */
function proofsOf(peer: Peer): readonly string[] {
  const { hosts, user, password, digestPassword, apiKey, token, certificates, domains, mailboxes } =
    peer
  return [
    ...(password !== undefined ? [`a password${user === undefined ? '' : ` of ${user}`}`] : []),
    ...(digestPassword !== undefined ? ['a UsernameToken with a digest'] : []),
    ...(apiKey !== undefined ? ['an API key'] : []),
    ...(token ? [`a token of ${token.issuer}`] : []),
    ...(certificates ?? []).map((one) => `the TLS certificate ${one}`),
    ...(domains ?? []).map((domain) => `mail of ${domain}`),
    ...(mailboxes ?? []).map((mailbox) => `by mail from ${mailbox} only`),
    ...(peer.signs ? ['signatures'] : []),
    ...(peer.sharedKey !== undefined ? ['a shared key'] : []),
    ...(hosts ?? []).map((host) => `from ${host} only`),
  ]
}

function filesOf(name: string, { signs, encryptTo }: Peer): readonly NamedFile[] {
  const key = `security.peers.${name}`
  const { certificates = [], ca } = signs ?? {}
  return [
    ...certificates.map((file) => ({ key: `${key}.signs.certificates`, file })),
    ...(ca === undefined ? [] : [{ key: `${key}.signs.ca`, file: ca }]),
    ...(encryptTo === undefined ? [] : [{ key: `${key}.encryptTo`, file: encryptTo }]),
  ]
}

function certificateOf(item: Item): readonly CertificateView[] {
  if (item.kind !== 'certificate') return []
  const { subject, issuer, fingerprint } = item.facts
  const { from, until } = item.details
  return [{ location: `${item.key}: ${item.file}`, subject, issuer, from, until, fingerprint }]
}

function nameOf({ name }: Policy, index: number): string {
  return name ?? `policy ${index + 1}`
}

const CONDITIONS = ['transport', 'path', 'mailbox', 'operation', 'route', 'destination'] as const

function wordsOf(policy: Policy): readonly string[] {
  const { require: needs, peers, encrypted } = policy
  const conditions = CONDITIONS.flatMap((key) => {
    const value = policy[key]
    return value === undefined ? [] : [`for ${key} ${value}`]
  })
  return [
    ...conditions,
    `requires ${[needs].flat().join(', ')}`,
    ...(peers ? [`from ${peers.join(', ')}`] : []),
    ...(encrypted.length > 0 ? [`encrypted: ${encrypted.join(', ')}`] : []),
    ...(policy.sends ? ['answers are secured'] : []),
  ]
}

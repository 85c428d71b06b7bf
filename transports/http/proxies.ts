/** Finds out whom a request is from that a listed proxy has passed on; from others such headers count for nothing. */
import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { factsOf, isWithin, type Peer } from '#transport'
import { type Hop, readForwarded } from './forwarded.js'
import type { HttpSection } from './section.js'

/** Proxies that a request may have passed; whom it is from beyond them is not known. */
const MOST_PROXIES = 32
/** Certificates that are kept as they were read. */
const MOST_CERTIFICATES = 256

type Certified = Pick<Peer, 'certificate'> & { readonly facts: ReturnType<typeof factsOf> }

export class Proxies {
  readonly #options: Pick<HttpSection, 'proxies' | 'proxyHeaders'>
  readonly #certificates = new Map<string, Certified>()

  constructor(options: Pick<HttpSection, 'proxies' | 'proxyHeaders'>) {
    this.#options = options
  }

  has(address: string | undefined): boolean {
    const { proxies } = this.#options
    return proxies.length > 0 && isWithin(proxies, address)
  }

  /** @param peer  the other end of the connection */
  peerOf(request: IncomingMessage, peer: Peer): Peer {
    if (!this.has(peer.address)) return peer
    const hops = hopsOf(request, this.#options.proxyHeaders.address)
    const { node, secure } = hops ? this.#furthest(hops, peer) : UNKNOWN
    // The certificate of the connection is the proxy's.
    if (!secure) return { address: node }
    const certified = this.#certifiedBy(request)
    const protocol = 'TLS'
    if (!certified) return { address: node, tls: { protocol } }
    const { certificate, facts } = certified
    return { address: node, certificate, tls: { protocol, certificate: facts } }
  }

  /** What is behind the first address that is no proxy's, its sender may have made up. */
  #furthest(hops: readonly Hop[], peer: Peer): Hop {
    let found: Hop = { node: peer.address, secure: peer.tls !== undefined }
    for (const [passed, { node, secure }] of hops.toReversed().entries()) {
      if (passed >= MOST_PROXIES) return UNKNOWN
      found = { node: addressIn(node), secure }
      if (!this.has(found.node)) return found
    }
    return found
  }

  #certifiedBy({ headers }: IncomingMessage): Certified | undefined {
    const { certificate, verified } = this.#options.proxyHeaders
    if (certificate === undefined || verified === undefined) return undefined
    const text = headers[certificate.toLowerCase()]
    if (headers[verified.toLowerCase()] !== 'SUCCESS' || typeof text !== 'string') return undefined
    const known = this.#certificates.get(text) ?? readCertificate(text)
    if (!known) return undefined
    if (this.#certificates.size >= MOST_CERTIFICATES) this.#certificates.clear()
    this.#certificates.set(text, known)
    return known
  }
}

const UNKNOWN: Hop = { node: undefined, secure: false }

/** The nearest proxy's last; undefined for what cannot be read. */
function hopsOf(
  { headers }: IncomingMessage,
  by: HttpSection['proxyHeaders']['address'],
): readonly Hop[] | undefined {
  if (by === 'Forwarded') return readForwarded(headers.forwarded)
  const proto = textOf(headers['x-forwarded-proto']) ?? ''
  // If there are several, each stands for one connection on the way.
  const secure = proto.split(',').every((scheme) => scheme.trim().toLowerCase() === 'https')
  const nodes = textOf(headers['x-forwarded-for'])?.split(',') ?? []
  return nodes.map((node) => ({ node: node.trim(), secure }))
}

/** node:http joins the values of a repeated field. */
function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(',')
}

/** RFC 7239 §6: an address, perhaps with a port, `unknown`, or a name that says nothing. */
function addressIn(node = ''): string | undefined {
  const [, bracketed, plain] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/.exec(node) ?? []
  const address = bracketed ?? plain ?? node
  return isIP(address) === 0 || address.includes('%') ? undefined : address
}

/** Percent-encoded, as nginx gives it by `$ssl_client_escaped_cert`. */
function readCertificate(text: string): Certified | undefined {
  try {
    const certificate = new X509Certificate(decodeURIComponent(text))
    const { subject, fingerprint256 } = certificate.toLegacyObject()
    return {
      facts: factsOf(certificate),
      certificate: [subject.CN ?? [], fingerprint256].flat(),
    }
  } catch {
    return undefined
  }
}

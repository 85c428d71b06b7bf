/** Finds out whom a request is from that a listed proxy has passed on; from others such headers count for nothing. */
import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { beyondProxies, factsOf, isProxy, type Peer } from '#transport'
import type { HttpSection } from '../section/section.js'

/** Certificates that are kept as they were read. */
const MAX_CERTIFICATES = 256

type Certified = Pick<Peer, 'certificate'> & { readonly facts: ReturnType<typeof factsOf> }

export class Proxies {
  readonly #options: Pick<HttpSection, 'proxies' | 'proxyHeaders'>
  readonly #certificates = new Map<string, Certified>()

  constructor(options: Pick<HttpSection, 'proxies' | 'proxyHeaders'>) {
    this.#options = options
  }

  has(address: string | undefined): boolean {
    return isProxy(this.#options, address)
  }

  /** @param peer  the other end of the connection */
  peerOf(request: IncomingMessage, peer: Peer): Peer {
    if (!this.has(peer.address)) return peer
    const { proxies, proxyHeaders } = this.#options
    const connected = { node: peer.address, secure: peer.tls !== undefined }
    const listed = { proxies, header: proxyHeaders.address }
    const { node, secure } = beyondProxies(request.headers, connected, listed)
    // The certificate of the connection is the proxy's.
    if (!secure) return { address: node }
    const certified = this.#certifiedBy(request)
    const protocol = 'TLS'
    if (!certified) return { address: node, tls: { protocol } }
    const { certificate, facts } = certified
    return { address: node, certificate, tls: { protocol, certificate: facts } }
  }

  #certifiedBy({ headers }: IncomingMessage): Certified | undefined {
    const { certificate, verified } = this.#options.proxyHeaders
    if (certificate === undefined || verified === undefined) return undefined
    const text = headers[certificate.toLowerCase()]
    if (headers[verified.toLowerCase()] !== 'SUCCESS' || typeof text !== 'string') return undefined
    const certified = this.#certificates.get(text) ?? readCertificate(text)
    if (!certified) return undefined
    if (this.#certificates.size >= MAX_CERTIFICATES) this.#certificates.clear()
    this.#certificates.set(text, certified)
    return certified
  }
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

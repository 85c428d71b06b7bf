/** What TLS has shown of the other end of a connection. */
import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { CertificateFacts, Peer } from '../../message/origin.js'
import { NotDer } from '../der/read.js'
import { factsOf } from '../trust/certificate-facts.js'

/** The certificate of a client, if it has shown one; undefined on a connection that was resumed without one. */
export function shownBy(socket: TLSSocket): X509Certificate | undefined {
  return socket.getPeerX509Certificate()
}

/** A certificate counts only if it has been verified. */
export function securedPeer(socket: TLSSocket): Pick<Peer, 'tls' | 'certificate'> {
  const protocol = socket.getProtocol() ?? 'TLS'
  const shown = socket.authorized ? shownBy(socket) : undefined
  const certificate = shown && readFacts(shown)
  if (!shown || !certificate) return { tls: { protocol } }
  const { subject, fingerprint256 } = shown.toLegacyObject()
  return {
    tls: { protocol, certificate },
    certificate: [subject.CN ?? [], fingerprint256].flat(),
  }
}

/** One that is not in DER, which TLS does not ask for, proves nobody: two programs might read two names in it. */
function readFacts(certificate: X509Certificate): CertificateFacts | undefined {
  try {
    return factsOf(certificate)
  } catch (error) {
    if (error instanceof NotDer) return undefined
    throw error
  }
}

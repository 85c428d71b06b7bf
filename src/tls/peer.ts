/** What TLS has shown of the other end of a connection. */
import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { Peer } from '../message/origin.js'
import { factsOf } from './facts.js'

/** The certificate of a client, if it has shown one; undefined on a connection that was resumed without one. */
export function shownBy(socket: TLSSocket): X509Certificate | undefined {
  return socket.getPeerX509Certificate()
}

/** A certificate counts only if it has been verified. */
export function securedPeer(socket: TLSSocket): Pick<Peer, 'tls' | 'certificate'> {
  const protocol = socket.getProtocol() ?? 'TLS'
  const certificate = socket.authorized ? shownBy(socket) : undefined
  if (!certificate) return { tls: { protocol } }
  const { subject, fingerprint256 } = certificate.toLegacyObject()
  return {
    tls: { protocol, certificate: factsOf(certificate) },
    certificate: [subject.CN ?? [], fingerprint256].flat(),
  }
}

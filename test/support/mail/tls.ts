/** TLS of a mail listener in tests: its certificate, and a client that trusts it. */
import type { ConnectionOptions } from 'node:tls'
import type { TlsFiles } from '../../../src/transport.js'
import { certificates, listPem } from '../security/certificates.js'
import { type Receiving, Talk } from './smtp.js'

/** What a listener is given of TLS; it asks for no client certificate. */
export function tlsFiles(more: Partial<TlsFiles> = {}): TlsFiles {
  const { server, authority, list } = certificates()
  return {
    certificate: server.chainPem,
    key: server.keyPem,
    names: [],
    minVersion: 'TLSv1.2',
    clientAuthentication: 'none',
    clientAuthority: authority.pem,
    revoked: [listPem(list)],
    ...more,
  }
}

/** Trusts the authority of the tests. */
export function trusting(): ConnectionOptions {
  return { ca: certificates().authority.pem, servername: 'localhost' }
}

/** Connects with TLS from the first byte. */
export function talkOverTls(
  { securePort = 0 }: Pick<Receiving, 'securePort'>,
  localAddress?: string,
): Promise<Talk> {
  return Talk.openTls(securePort, trusting(), localAddress)
}

/** What the admin listener speaks TLS with, and whom it asks for a certificate. */
import type { ServerOptions } from 'node:https'
import type { AdminConfig } from '../config/admin.js'
import { readTls } from '../tls/files.js'
import { Identities } from '../tls/identities.js'

/** Milliseconds that a handshake may take. */
const HANDSHAKE = 5_000

/**
 * @returns undefined for a listener without TLS
 * @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID
 */
export function secureOptions({ tls }: Pick<AdminConfig, 'tls'>): ServerOptions | undefined {
  if (!tls) return undefined
  const files = readTls({ ...tls, names: [] }, 'admin.tls')
  return {
    ...new Identities(files).options,
    requestCert: tls.clientAuthentication !== 'none',
    rejectUnauthorized: tls.clientAuthentication === 'require',
    handshakeTimeout: HANDSHAKE,
    // HTTP/2 is not spoken.
    ALPNProtocols: ['http/1.1'],
  }
}

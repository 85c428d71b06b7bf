/** The credentials for a destination: an Authorization field in each request, a certificate in TLS. */
import { createHash, X509Certificate } from 'node:crypto'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Access } from '#transport'

/** The Authorization field, or none. */
export function authorization(access: Access | undefined): { readonly authorization?: string } {
  const { user, password, token } = access ?? {}
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  if (user === undefined) return {}
  // RFC 7617 §2.1: both in UTF-8; a name has no colon.
  const pair = Buffer.from(`${user}:${password ?? ''}`, 'utf8')
  return { authorization: `Basic ${pair.toString('base64')}` }
}

/** What is shown and trusted in TLS, as options of `node:tls` and undici. */
export function credentials(access: Access | undefined) {
  const { certificate, key, ca, pin } = access ?? {}
  return {
    // RFC 9325 §3.1.1: nothing older than TLS 1.2.
    minVersion: 'TLSv1.2',
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(ca !== undefined && { ca }),
    ...(pin && {
      checkServerIdentity: (host: string, shown: PeerCertificate) =>
        checkServerIdentity(host, shown) ?? (isPinned(shown, pin) ? undefined : new NotPinned()),
      // The certificate is not checked again on a session that is resumed.
      maxCachedSessions: 0,
    }),
  } as const
}

/** The other side has a certificate that would do, but none of those that are pinned. */
export class NotPinned extends Error {
  constructor() {
    super('not a certificate that is pinned')
    this.name = 'NotPinned'
  }
}

function isPinned({ raw }: PeerCertificate, pin: readonly string[]): boolean {
  const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
  const shown = [raw, key].map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  return pin.some((one) => shown.includes(one.replaceAll(':', '').toLowerCase()))
}

/** The credentials for a destination: an Authorization field in each request, a certificate in TLS. */
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

/** The client certificate and the trusted authorities, as options of `node:tls`. */
export interface Credentials {
  readonly cert?: string
  readonly key?: string
  readonly ca?: string
}

export function credentials(access: Access | undefined): Credentials {
  const { certificate, key, ca } = access ?? {}
  return {
    ...(certificate !== undefined && { cert: certificate }),
    ...(key !== undefined && { key }),
    ...(ca !== undefined && { ca }),
  }
}

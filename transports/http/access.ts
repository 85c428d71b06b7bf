/** How a destination is told who sends to it: by a header field of each request, by a certificate in TLS. */
import type { Access } from '#transport'

/** The Authorization field, or nothing. */
export function authorization(access: Access | undefined): { readonly authorization?: string } {
  const { user, password, token } = access ?? {}
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  if (user === undefined) return {}
  // RFC 7617 §2.1: both in UTF-8; a name has no colon.
  const pair = Buffer.from(`${user}:${password ?? ''}`, 'utf8')
  return { authorization: `Basic ${pair.toString('base64')}` }
}

/** What TLS shows and trusts, by the names of `node:tls`. */
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

/** Reads the credentials that a request shows: a name with its password, a token, an API key. */
import type { IncomingMessage } from 'node:http'
import type { CredentialKind } from '#transport'
import { HttpRefusal } from '../protocol/status.js'
import type { HttpSection } from '../section/section.js'

export type Shown =
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'token'; readonly token: string }
  /** What cannot be read proves nobody. */
  | { readonly kind: 'unreadable'; readonly of: CredentialKind }

/**
 * Those of kinds that no peer is known by are left aside: they may be meant for a proxy.
 *
 * @throws HttpRefusal 400 for two of one kind, of which a proxy may have looked at the other one
 */
export function shownIn(
  request: IncomingMessage,
  { apiKeyHeader }: Pick<HttpSection, 'apiKeyHeader'>,
  kinds: readonly CredentialKind[],
): readonly Shown[] {
  if (kinds.length === 0) return []
  const [authorization, ...more] = linesOf(request, 'authorization')
  const keys = kinds.includes('apiKey') ? linesOf(request, apiKeyHeader.toLowerCase()) : []
  if (more.length > 0 || keys.length > 1) throw new HttpRefusal(400, 'two credentials of one kind')
  const shown = authorization === undefined ? undefined : readAuthorization(authorization)
  return [
    ...(shown && kinds.includes(kindOf(shown)) ? [shown] : []),
    ...keys.map((key) => ({ kind: 'apiKey', key }) as const),
  ]
}

function kindOf(shown: Shown): CredentialKind {
  return shown.kind === 'unreadable' ? shown.of : shown.kind
}

/** RFC 9110 §11.4: the name of a scheme is case-insensitive. */
function readAuthorization(value: string): Shown | undefined {
  const [, scheme = '', rest = ''] = /^([^ ]+) *(.*)$/s.exec(value.trim()) ?? []
  switch (scheme.toLowerCase()) {
    case 'basic':
      return readBasic(rest)
    case 'bearer':
      // RFC 6750 §2.1: b64token
      return /^[A-Za-z0-9._~+/-]+=*$/.test(rest)
        ? { kind: 'token', token: rest }
        : { kind: 'unreadable', of: 'token' }
    default:
      return undefined
  }
}

/** RFC 7617 §2: base64 of name, colon and password, which is UTF-8, as the challenge asks (§2.1). */
function readBasic(text: string): Shown {
  const unreadable = { kind: 'unreadable', of: 'password' } as const
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return unreadable
  try {
    const pair = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'))
    const colon = pair.indexOf(':')
    // RFC 7617 §2: "The user-id and password MUST NOT contain any control characters".
    if (colon === -1 || /\p{Cc}/u.test(pair)) return unreadable
    return { kind: 'password', user: pair.slice(0, colon), password: pair.slice(colon + 1) }
  } catch {
    return unreadable
  }
}

/** node:http keeps the first of several lines, and reports no other. */
function linesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  )
}

/** Which URLs belong to the one that was asked for, and which of them gets its user and password. */
import { percentBytes } from '../../base/percent.js'

export function isWeb({ protocol }: URL): boolean {
  return /^https?:$/.test(protocol)
}

/** True on the same origin (RFC 6454 §4), and from http to https of the same host, both on their default ports. */
export function staysOn(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return isWeb(to)
  const secured = /^http:$/.test(from.protocol) && /^https:$/.test(to.protocol)
  return secured && from.hostname === to.hostname && from.port === '' && to.port === ''
}

/** What names a document, and tells nobody a user or a password: a fragment is none of its own. */
export function plain(url: URL): URL {
  const without = new URL(url)
  without.username = ''
  without.password = ''
  without.hash = ''
  return without
}

/** HTTP Basic (RFC 7617), for one origin. */
export interface Credentials {
  readonly origin: string
  readonly authorization: string
}

/** @returns undefined for a URL without user and password */
export function credentialsOf({ origin, username, password }: URL): Credentials | undefined {
  if (username === '' && password === '') return undefined
  const both = percentBytes(`${username}:${password}`)
  return { origin, authorization: `Basic ${both.toString('base64')}` }
}

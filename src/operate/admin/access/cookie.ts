/** The cookies of sessions, and of browsers that are known: for this listener only, and out of reach of every script. */
import type { IncomingHttpHeaders } from 'node:http'

const NAMES = { session: 'waybill', browser: 'waybill-browser' } as const
type Kind = keyof typeof NAMES

/**
 * Browsers take `__Host-` from a secure answer only, and from no other name of its domain (RFC 6265bis §4.1.3). They
 * show a cookie to all ports of a host, so that the port, as they write it, tells those of several nodes apart.
 */
function nameOf({ host = '' }: IncomingHttpHeaders, secure: boolean, kind: Kind): string {
  const [port = ''] = /:\d{1,5}$/.exec(host) ?? []
  return `${secure ? '__Host-' : ''}${NAMES[kind]}${port.replace(':', '-')}`
}

/** @returns undefined unless it is there, once */
export function readCookie(
  headers: IncomingHttpHeaders,
  secure: boolean,
  kind: Kind,
): string | undefined {
  const name = `${nameOf(headers, secure, kind)}=`
  const found = (headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(name))
  const [only] = found
  return only !== undefined && found.length === 1 ? only.slice(name.length) : undefined
}

/**
 * @param headers  of the request that it answers
 * @param time     milliseconds; 0 takes it away
 */
export function writeCookie(
  headers: IncomingHttpHeaders,
  value: string,
  time: number,
  secure: boolean,
  kind: Kind,
): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${Math.floor(time / 1000)}`]
  const pair = `${nameOf(headers, secure, kind)}=${value}`
  return [pair, ...attributes, ...(secure ? ['Secure'] : [])].join('; ')
}

/** The cookies of sessions, and of browsers that are known: for this listener only, and out of reach of every script. */
import type { IncomingHttpHeaders } from 'node:http'

const NAMES = { session: 'waybill', browser: 'waybill-browser' } as const

/** What the name of a cookie depends on. */
export interface CookieName {
  /** Of the request that shows it, or that its answer is for. */
  readonly headers: IncomingHttpHeaders
  readonly secure: boolean
  readonly kind: keyof typeof NAMES
}

/**
 * Browsers take `__Host-` from a secure answer only, and from no other name of its domain (RFC 6265bis §4.1.3). They
 * show a cookie to all ports of a host, so that the port, as they write it, tells those of several nodes apart.
 */
function nameOf({ headers: { host = '' }, secure, kind }: CookieName): string {
  const [port = ''] = /:\d{1,5}$/.exec(host) ?? []
  return `${secure ? '__Host-' : ''}${NAMES[kind]}${port.replace(':', '-')}`
}

/** @returns undefined unless it is there, once */
export function readCookie(cookie: CookieName): string | undefined {
  const name = `${nameOf(cookie)}=`
  const found = (cookie.headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(name))
  const [only] = found
  return only !== undefined && found.length === 1 ? only.slice(name.length) : undefined
}

/** @param time  milliseconds; 0 takes it away */
export function writeCookie(cookie: CookieName, value: string, time: number): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${Math.floor(time / 1000)}`]
  const pair = `${nameOf(cookie)}=${value}`
  return [pair, ...attributes, ...(cookie.secure ? ['Secure'] : [])].join('; ')
}

/** The cookie of a session: for this listener only, and out of reach of every script. */

/** Browsers take `__Host-` from a secure answer only, and from no other name of its domain (RFC 6265bis §4.1.3). */
const nameOf = (secure: boolean) => (secure ? '__Host-waybill' : 'waybill')

/** @returns undefined unless it is there, once */
export function readCookie(field: string | undefined, secure: boolean): string | undefined {
  const found = (field ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(`${nameOf(secure)}=`))
  const [only] = found
  return only !== undefined && found.length === 1 ? only.slice(only.indexOf('=') + 1) : undefined
}

/** @param time  milliseconds; 0 takes it away */
export function writeCookie(value: string, time: number, secure: boolean): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${Math.floor(time / 1000)}`]
  return [`${nameOf(secure)}=${value}`, ...attributes, ...(secure ? ['Secure'] : [])].join('; ')
}

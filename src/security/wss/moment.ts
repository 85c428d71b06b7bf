/** Moments of WS-Security: xsd:dateTime in UTC, and nothing looser. */
import { SecurityFailure } from '../failure.js'

// zeep writes its zone as +00:00.
const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)$/

/**
 * WSS 1.1 §10: "It is RECOMMENDED that ... all times be in UTC", and "implementations MUST NOT
 * generate time instants that specify leap seconds".
 *
 * @param what  for the log, such as `Created`
 * @returns milliseconds since 1970
 * @throws SecurityFailure InvalidSecurity
 */
export function readMoment(text: string, what: string): number {
  const [, whole = '', fraction = ''] = FORM.exec(text) ?? []
  const at = Date.parse(`${whole}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // Date.parse takes 30 February for 2 March: what it has read must be what was written.
  if (!Number.isFinite(at) || new Date(at).toISOString().slice(0, 19) !== whole) {
    throw new SecurityFailure('InvalidSecurity', `${what} is not an xsd:dateTime in UTC`)
  }
  return at
}

export function writeMoment(at: number): string {
  return new Date(at).toISOString()
}

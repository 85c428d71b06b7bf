/** Base64 as XML Signature, XML Encryption and WS-Security write octets: white space aside, nothing else is let through. */
import { SecurityFailure } from './failure.js'

/** Octets, and the text that they were read from, without white space: the one spelling that they have. */
export interface Base64 {
  readonly octets: Buffer
  readonly text: string
}

/**
 * @param what  for the log, such as `DigestValue`
 * @param most  characters that it may have
 * @throws SecurityFailure InvalidSecurity
 */
export function readBase64(text: string, what: string, most: number): Base64 {
  if (text.length > most) throw new SecurityFailure('InvalidSecurity', `${what} is too long`)
  const bare = text.replace(/[ \t\r\n]+/g, '')
  const octets = Buffer.from(bare, 'base64')
  // Node.js skips what is not base64: one octet string has one spelling here (RFC 4648 §3.5).
  if (octets.length === 0 || octets.toString('base64') !== bare) {
    throw new SecurityFailure('InvalidSecurity', `${what} is not base64`)
  }
  return { octets, text: bare }
}

/** The octets alone: see `readBase64`. */
export function fromBase64(text: string, what: string, most: number): Buffer {
  return readBase64(text, what, most).octets
}

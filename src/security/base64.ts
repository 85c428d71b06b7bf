/** Base64 as XML Signature, XML Encryption and WS-Security write octets: white space aside, nothing else is let through. */
import { SecurityFailure } from './failure.js'

/** The text without white space, as signatures are compared and kept. */
function base64Text(text: string): string {
  return text.replace(/[ \t\r\n]+/g, '')
}

/**
 * @param what  for the log, such as `DigestValue`
 * @param most  characters that it may have
 * @throws SecurityFailure InvalidSecurity
 */
export function fromBase64(text: string, what: string, most: number): Buffer {
  if (text.length > most) throw new SecurityFailure('InvalidSecurity', `${what} is too long`)
  const bare = base64Text(text)
  const octets = Buffer.from(bare, 'base64')
  // Node.js skips what is not base64: one octet string has one spelling here (RFC 4648 §3.5).
  if (octets.length === 0 || octets.toString('base64') !== bare) {
    throw new SecurityFailure('InvalidSecurity', `${what} is not base64`)
  }
  return octets
}

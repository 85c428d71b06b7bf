/** Reads base64 as ciphertexts have it: white space anywhere, and nothing else that is not needed. */
import { atOnce, PORTION, type Walk } from '../../xml/walk.js'
import { failed } from './failed.js'

const DIGITS = /^[A-Za-z0-9+/]*={0,2}$/

/** @throws SecurityFailure for what is not base64 (RFC 4648 §4) */
export function* readingBase64(text: string): Walk<Buffer> {
  const pieces: Buffer[] = []
  let rest = ''
  let padded = false
  for (let at = 0; at < text.length; at += PORTION) {
    rest += text.slice(at, at + PORTION).replace(/[ \t\r\n]+/g, '')
    const whole = rest.slice(0, rest.length - (rest.length % 4))
    rest = rest.slice(whole.length)
    if (whole === '') continue
    if (padded || !DIGITS.test(whole)) throw failed()
    padded = whole.endsWith('=')
    const piece = Buffer.from(whole, 'base64')
    // RFC 4648 §3.5: bits beyond the last octet are zero.
    if (padded && piece.toString('base64') !== whole) throw failed()
    pieces.push(piece)
    yield
  }
  if (rest !== '') throw failed()
  return Buffer.concat(pieces)
}

export function readBase64(text: string): Buffer {
  return atOnce(readingBase64(text))
}

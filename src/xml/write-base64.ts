/** Writes octets as base64 in its canonical form, which has no white space (XML Schema Part 2 §3.2.16). */
import { PORTION, type Walk } from './walk.js'

/** Octets that become whole groups of digits, and a portion of text. */
const PIECE = (PORTION / 4) * 3

export function* writingBase64({ buffer, byteOffset, length }: Uint8Array): Walk<string> {
  const octets = Buffer.from(buffer, byteOffset, length)
  const pieces: string[] = []
  for (let at = 0; at < length; at += PIECE) {
    pieces.push(octets.toString('base64', at, Math.min(at + PIECE, length)))
    yield
  }
  return pieces.join('')
}

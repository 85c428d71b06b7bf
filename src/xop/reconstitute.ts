/** Writes an envelope as it is processed (XOP §3): what parts stand for stands in it, in canonical base64. */
import { type Cut, splice } from '../xml/splice.js'
import { PORTION, type Walk } from '../xml/walk.js'
import type { Inclusions } from './inclusions.js'

/** Octets that become whole groups of digits, and a portion of text. */
const PIECE = (PORTION / 4) * 3

/**
 * XML Schema Part 2 §3.2.16: the canonical form of base64 has no white space.
 *
 * @param text        the envelope that they were found in
 * @param inclusions  loaded
 */
export function* reconstituting(text: string, { all }: Inclusions): Walk<string> {
  const cuts: Cut[] = []
  for (const { element, content } of all) {
    const { loaded } = content
    if (!loaded) throw new TypeError('bytes that stand for text were not loaded')
    const { start, end } = element
    cuts.push({ start, end, insert: yield* writingBase64(loaded) })
  }
  return splice(text, cuts)
}

function* writingBase64({ buffer, byteOffset, length }: Uint8Array): Walk<string> {
  const octets = Buffer.from(buffer, byteOffset, length)
  let text = ''
  for (let at = 0; at < length; at += PIECE) {
    text += octets.toString('base64', at, Math.min(at + PIECE, length))
    yield
  }
  return text
}

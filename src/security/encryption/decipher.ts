/** Deciphers octets in portions, and tells only at the end whether they were what they had to be. */
import { createDecipheriv } from 'node:crypto'
import { PORTION, type Walk } from '../../xml/walk.js'
import type { CbcName, Cipher } from './algorithms.js'

export interface Deciphered {
  readonly pieces: readonly Buffer[]
  /** False if somebody has changed it, or the key is another one. */
  readonly good: boolean
}

// XML Encryption 1.1 §5.2.4: an IV of 96 bits before the ciphertext, a tag of 128 bits behind it.
const GCM_IV = 12
const TAG = 16
// XML Encryption 1.1 §5.2.2: an IV as long as a block.
const BLOCK = 16

/** Octets of the IV before a ciphertext. */
export function ivOctets(name: Cipher['name']): number {
  return isCbc(name) ? BLOCK : GCM_IV
}

/** Octets that a ciphertext has at least. */
export function leastOctets({ name }: Cipher): number {
  return isCbc(name) ? 2 * BLOCK : GCM_IV + TAG
}

export function* deciphering({ name }: Cipher, key: Buffer, octets: Buffer): Walk<Deciphered> {
  if (isCbc(name)) return yield* decipheringCbc(name, key, octets)
  const decipher = createDecipheriv(name, key, octets.subarray(0, GCM_IV), { authTagLength: TAG })
  const pieces = yield* updating(decipher, octets.subarray(GCM_IV, -TAG))
  decipher.setAuthTag(octets.subarray(-TAG))
  try {
    decipher.final()
    return { pieces, good: true }
  } catch {
    // The tag is the only thing that can be wrong.
    return { pieces: [], good: false }
  }
}

function* decipheringCbc(name: CbcName, key: Buffer, octets: Buffer): Walk<Deciphered> {
  const whole = octets.length % BLOCK === 0
  const end = octets.length - (octets.length % BLOCK)
  const decipher = createDecipheriv(name, key, octets.subarray(0, BLOCK)).setAutoPadding(false)
  const pieces = [...(yield* updating(decipher, octets.subarray(BLOCK, end)))]
  const last = pieces.pop() ?? Buffer.alloc(0)
  // XML Encryption 1.1 §5.2: the last octet is the number of octets of padding, 1 to 16.
  const padding = last.at(-1) ?? 0
  const good = whole && padding >= 1 && padding <= BLOCK
  // What has a wrong padding goes on without one, so that it is read as the others are.
  return { pieces: [...pieces, last.subarray(0, last.length - (good ? padding : 0))], good }
}

function* updating(
  decipher: { update(octets: Buffer): Buffer },
  octets: Buffer,
): Walk<readonly Buffer[]> {
  const pieces: Buffer[] = []
  for (let at = 0; at < octets.length; at += PORTION) {
    pieces.push(decipher.update(octets.subarray(at, at + PORTION)))
    yield
  }
  return pieces
}

export function isCbc(name: Cipher['name']): name is CbcName {
  return name.endsWith('cbc')
}

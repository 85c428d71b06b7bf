/** AES Key Wrap (RFC 3394): a key under another one. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Wrap } from './algorithms.js'

/** RFC 3394 §2.2.3.1 */
const INITIAL_VALUE = Buffer.alloc(8, 0xa6)

export function wrapKey({ name }: Wrap, wrapping: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv(name, wrapping, INITIAL_VALUE)
  return Buffer.concat([cipher.update(key), cipher.final()])
}

/** @returns undefined if it was wrapped under another key, or is none */
export function unwrapKey({ name }: Wrap, wrapping: Buffer, wrapped: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(name, wrapping, INITIAL_VALUE)
    return Buffer.concat([decipher.update(wrapped), decipher.final()])
  } catch {
    // The integrity check is the only thing that can fail: the caller goes on with a random key.
    return undefined
  }
}

/** Decrypts what a security block names, and gives nothing away about why it cannot. */
import type { XmlLimits } from '../../xml/limits.js'
import type { Walk } from '../../xml/walk.js'
import type { PendingDecryption } from '../pending.js'
import { readingBase64 } from './base64.js'
import { deciphering, leastOctets } from './decipher.js'
import type { Decrypted, DecryptedCut, Decryption } from './decryption.js'
import { failed } from './failed.js'
import { gather } from './gather.js'
import type { LockedData } from './locked-data.js'
import { decodingText, isReadable } from './plaintext.js'
import { unlock } from './unlock.js'

/** @throws SecurityFailure that is the same, after the same work, whatever is wrong with key or ciphertext */
export function* decrypting(decryption: Decryption): Walk<Decrypted> {
  const groups = gather(decryption)
  const ciphertexts = new Map<LockedData, Buffer>()
  for (const data of groups.flatMap((group) => group.data)) {
    const { ciphertext } = data
    const octets =
      typeof ciphertext === 'string' ? yield* readingBase64(ciphertext) : bufferOf(ciphertext)
    if (octets.length < leastOctets(data.cipher)) throw failed()
    ciphertexts.set(data, octets)
  }
  const cuts: DecryptedCut[] = []
  const beside: PendingDecryption[] = []
  for (const { key, own, keyBytes, data, attachments } of groups) {
    const secret = unlock(key, own, keyBytes)
    yield
    for (const { id, cipher, contentType } of attachments) {
      beside.push({ kind: 'decryption', id, cipher: cipher.name, secret, contentType })
    }
    for (const part of data) {
      const octets = ciphertexts.get(part) ?? Buffer.alloc(0)
      const cut = yield* decryptingPart(part, secret, octets, decryption.limits)
      if (cut) cuts.push(cut)
    }
  }
  // Only here: one part that fails saves none of the work.
  if (cuts.length < ciphertexts.size) throw failed()
  const used = groups.flatMap(({ key, data, attachments }) => [
    key.lock.used,
    ...[...data, ...attachments].map(({ cipher: { uri, weak } }) => ({ named: uri, weak })),
  ])
  return { cuts: cuts.toSorted((one, other) => one.start - other.start), beside, used }
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

function* decryptingPart(
  { cipher, type, replaced, parent }: LockedData,
  secret: Buffer,
  octets: Buffer,
  limits: XmlLimits,
): Walk<DecryptedCut | undefined> {
  const { pieces, good } = yield* deciphering(cipher, secret, octets)
  const insert = yield* decodingText(pieces)
  if (insert === undefined) return undefined
  const readable = yield* isReadable(insert, type, parent.scope, limits)
  return good && readable ? { start: replaced.start, end: replaced.end, insert, type } : undefined
}

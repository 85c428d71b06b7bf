/** Gets at a key that is locked for this node: the one operation with a private key that a message is worth. */
import { constants, privateDecrypt, randomBytes } from 'node:crypto'
import type { OwnKey } from '../keys.js'
import { agree, curveOf } from './agreement.js'
import { failed, malformed } from './failed.js'
import { unwrapKey } from './key-wrap.js'
import type { LockedKey } from './locked-key.js'
import { overheadOf, unpadOaep, unpadPkcs1 } from './padding.js'

/** RFC 8017 §7.2.1: what PKCS #1 v1.5 puts before the key. */
const PKCS1_OVERHEAD = 11

/**
 * Checks what can be seen without the private key.
 *
 * @throws SecurityFailure if this key can never open that lock
 */
export function checkFit({ lock, wrapped }: LockedKey, { key }: OwnKey, keyBytes: number): void {
  if (lock.by === 'agreement') {
    const curve = curveOf(key)
    if (!curve || curve !== curveOf(lock.originator)) throw malformed('a key of another curve')
    // RFC 3394 §2.2.1: the wrapped key is one block of 8 octets longer.
    if (wrapped.length !== keyBytes + 8) throw failed()
    return
  }
  if (key.asymmetricKeyType !== 'rsa') throw malformed(`${lock.by} for a key that is not RSA`)
  const overhead = lock.by === 'rsa-oaep' ? overheadOf(lock.oaep) : PKCS1_OVERHEAD
  const length = modulusBytes(key)
  if (length < keyBytes + overhead) throw malformed(`a modulus too short for ${lock.by}`)
  if (wrapped.length !== length) throw failed()
}

/**
 * @returns the key; a random one of the same length if the lock does not open, so that what follows
 *   is the same work (XML Encryption 1.1 §6.1.2 and §6.8)
 */
export function unlock({ lock, wrapped }: LockedKey, { key }: OwnKey, keyBytes: number): Buffer {
  const random = randomBytes(keyBytes)
  switch (lock.by) {
    case 'rsa-oaep':
      return unpadOaep(decryptRaw(key, wrapped), random, lock.oaep)
    case 'rsa-1_5':
      return unpadPkcs1(decryptRaw(key, wrapped), random)
    case 'agreement': {
      const { wrap, originator, derivation } = lock
      const wrapping = agree(key, originator, derivation, wrap.keyBytes)
      return unwrapKey(wrap, wrapping, wrapped) ?? random
    }
  }
}

/** RSADP (RFC 8017 §5.1.2), its padding left in. */
function decryptRaw(key: OwnKey['key'], ciphertext: Buffer): Buffer {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, ciphertext)
  } catch {
    // A number beyond the modulus: no padding is right in what is nothing but zeros.
    return Buffer.alloc(ciphertext.length)
  }
}

export function modulusBytes(key: OwnKey['key']): number {
  return Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
}

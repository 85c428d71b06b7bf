/** The identifier of a public key, by which certificates refer to their issuers. */
import { createHash } from 'node:crypto'
import { octetsOf, readDer } from './der/read.js'

/** RFC 5280 §4.2.1.2 (1): "the 160-bit SHA-1 hash of the value of the BIT STRING subjectPublicKey". */
export function keyIdentifier(publicKeyInfo: Buffer): Buffer {
  const [, key] = readDer(publicKeyInfo).members()
  if (!key) throw new TypeError('a public key has its algorithm and its bits')
  return createHash('sha1').update(octetsOf(key)).digest()
}

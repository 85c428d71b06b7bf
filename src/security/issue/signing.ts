/** Signs what X.509 signs: certificates, requests and revocation lists, each with its algorithm. */
import { type KeyObject, sign } from 'node:crypto'
import { bitString, identifier, nothing, sequence } from '../der/write.js'

export type Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512'

/** RFC 4055 §5 and RFC 5758 §3.2. */
const RSA = { sha1: 5, sha256: 11, sha384: 12, sha512: 13 } as const
const ECDSA = { sha1: '1', sha256: '3.2', sha384: '3.3', sha512: '3.4' } as const

/** The AlgorithmIdentifier of the signatures of a key, in DER. */
export function algorithmOf(key: KeyObject, hash: Hash): Buffer {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return sequence(identifier(`1.2.840.113549.1.1.${RSA[hash]}`), nothing())
    case 'ec':
      return sequence(identifier(`1.2.840.10045.4.${ECDSA[hash]}`))
    // RFC 8410 §3: "the parameters MUST be absent".
    case 'ed25519':
      return sequence(identifier('1.3.101.112'))
    default:
      throw new TypeError(`a key of type ${key.asymmetricKeyType} signs no certificate`)
  }
}

/** What is to be signed, its algorithm and its signature. */
export function signed(content: Buffer, key: KeyObject, hash: Hash): Buffer {
  const signature = sign(key.asymmetricKeyType === 'ed25519' ? null : hash, content, key)
  return sequence(content, algorithmOf(key, hash), bitString(signature))
}

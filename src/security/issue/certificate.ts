/** Makes certificates, and requests for them, signed by a key of this machine. */
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import * as der from '../der/write.js'
import { algorithmOf, type Hash, signed } from './signing.js'

export interface CertificateContent {
  /** Names of subject and issuer, in DER. */
  readonly subject: Buffer
  readonly issuer: Buffer
  readonly from: Date
  readonly until: Date
  /** Public key of the subject, or its private key. */
  readonly key: KeyObject
  /** Each in DER. */
  readonly extensions: readonly Buffer[]
  /** Default: 20 octets at random. */
  readonly serial?: bigint | undefined
}

/** The certificate in DER (RFC 5280 §4.1), version 3. */
export function certificate(
  { subject, issuer, from, until, key, extensions, serial }: CertificateContent,
  signer: KeyObject,
  hash: Hash = 'sha256',
): Buffer {
  const content = der.sequence(
    der.explicit(0, der.integer(2)),
    der.integer(serial ?? randomSerial()),
    algorithmOf(signer, hash),
    issuer,
    der.sequence(der.time(from), der.time(until)),
    subject,
    publicKeyInfo(key),
    ...(extensions.length === 0 ? [] : [der.explicit(3, der.sequence(...extensions))]),
  )
  return signed(content, signer, hash)
}

/** A request (RFC 2986 §4) with the extensions that are wished for (RFC 2985 §5.4.2), in DER. */
export function request(subject: Buffer, key: KeyObject, extensions: readonly Buffer[]): Buffer {
  const wishes = der.sequence(
    der.identifier('1.2.840.113549.1.9.14'),
    der.set(der.sequence(...extensions)),
  )
  const attributes = der.explicit(0, extensions.length === 0 ? Buffer.alloc(0) : wishes)
  const content = der.sequence(der.integer(0), subject, publicKeyInfo(key), attributes)
  return signed(content, key, 'sha256')
}

/** SubjectPublicKeyInfo in DER. */
export function publicKeyInfo(key: KeyObject): Buffer {
  const open = key.type === 'private' ? createPublicKey(key) : key
  return open.export({ type: 'spki', format: 'der' })
}

/** RFC 5280 §4.1.2.2: positive, not longer than 20 octets. */
function randomSerial(): bigint {
  return BigInt(`0x7${randomBytes(19).toString('hex')}`)
}

/** DER as PEM (RFC 7468). */
export function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

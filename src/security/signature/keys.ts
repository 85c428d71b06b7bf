/** Makes and checks signature values: each algorithm takes keys of its own kind only. */
import { constants, createHmac, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'
import { SecurityFailure } from '../failure.js'
import type { MacAlgorithm, PublicKeyAlgorithm, SignatureAlgorithm } from './algorithms.js'

/** A key that is shared with a peer. */
interface SecretKey extends KeyObject {
  readonly type: 'secret'
}
interface PublicKey extends KeyObject {
  readonly type: 'public'
}
interface PrivateKey extends KeyObject {
  readonly type: 'private'
}

const isSecret = (key: KeyObject): key is SecretKey => key.type === 'secret'
const isPublic = (key: KeyObject): key is PublicKey => key.type === 'public'
const isPrivate = (key: KeyObject): key is PrivateKey => key.type === 'private'

/**
 * True if the value is the key's signature of the text in UTF-8.
 *
 * @throws SecurityFailure for a key that the algorithm does not take: no public key is ever a secret
 */
export function isSignedBy(
  key: KeyObject,
  algorithm: SignatureAlgorithm,
  text: string,
  value: Buffer,
): boolean {
  if (algorithm.kind === 'mac') {
    if (isSecret(key)) return isMac(key, algorithm, text, value)
  } else if (isPublic(key) && fits(key, algorithm)) {
    return verify(algorithm.hash, Buffer.from(text, 'utf8'), optionsOf(key, algorithm), value)
  }
  throw new SecurityFailure('FailedCheck', `the key is none for ${nameOf(algorithm)}`)
}

/** @throws TypeError for a key that the algorithm does not take */
export function signatureValue(
  key: KeyObject,
  algorithm: SignatureAlgorithm,
  text: string,
): Buffer {
  if (algorithm.kind === 'mac') {
    if (isSecret(key)) return macOf(key, algorithm, text)
  } else if (isPrivate(key) && fits(key, algorithm)) {
    return sign(algorithm.hash, Buffer.from(text, 'utf8'), optionsOf(key, algorithm))
  }
  throw new TypeError(`the key is none for ${nameOf(algorithm)}`)
}

function macOf(key: SecretKey, { hash }: MacAlgorithm, text: string): Buffer {
  return createHmac(hash, key).update(text, 'utf8').digest()
}

/** XML Signature §6.3.1: a MAC that is cut short is none here, as one of a few bits could be guessed. */
function isMac(key: SecretKey, algorithm: MacAlgorithm, text: string, value: Buffer): boolean {
  const mac = macOf(key, algorithm, text)
  return mac.length === value.length && timingSafeEqual(mac, value)
}

const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1'])
const MODULUS = 2048

/** RFC 9231 §2.3: RSA and curves that are long enough, so that no forgotten certificate is the weak point. */
function fits(key: PublicKey | PrivateKey, { scheme }: PublicKeyAlgorithm): boolean {
  const { asymmetricKeyType: type } = key
  switch (scheme) {
    case 'pkcs1':
      return type === 'rsa' && isLong(key)
    case 'pss':
      return (type === 'rsa' || type === 'rsa-pss') && isLong(key)
    case 'ecdsa':
      return type === 'ec' && CURVES.has(key.asymmetricKeyDetails?.namedCurve)
    case 'ed25519':
      return type === 'ed25519'
  }
}

function isLong(key: KeyObject): boolean {
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MODULUS
}

/** RFC 9231 §2.3.6: r and s, one after the other. §2.3.10: the salt is as long as the hash. */
function optionsOf(key: KeyObject, { scheme }: PublicKeyAlgorithm) {
  switch (scheme) {
    case 'pss': {
      const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
      return { key, padding, saltLength }
    }
    case 'ecdsa':
      return { key, dsaEncoding: 'ieee-p1363' } as const
    case 'pkcs1':
    case 'ed25519':
      return key
  }
}

function nameOf(algorithm: SignatureAlgorithm): string {
  return algorithm.kind === 'mac' ? 'HMAC' : algorithm.scheme
}

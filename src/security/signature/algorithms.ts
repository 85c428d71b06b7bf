/** Signature algorithms of XML Signature that are known: nothing else verifies or signs. */
import { DS } from '../names.js'
import type { WeakAlgorithm } from '../weak.js'
import type { HashName } from './digests.js'
import { MORE, MORE_2007, MORE_2021 } from './uris.js'

export type SignatureAlgorithm = MacAlgorithm | PublicKeyAlgorithm

/** HMAC, with a key that both sides have. */
export interface MacAlgorithm {
  readonly kind: 'mac'
  readonly hash: HashName
  readonly weak?: WeakAlgorithm
}

/** A signature by a private key, which the public key verifies. */
export interface PublicKeyAlgorithm {
  readonly kind: 'signature'
  readonly scheme: 'pkcs1' | 'pss' | 'ecdsa' | 'ed25519'
  /** Ed25519 has its own. */
  readonly hash: HashName | undefined
  readonly weak?: WeakAlgorithm
}

const HASHES = ['sha256', 'sha384', 'sha512'] as const

/** XML Signature §6.3 and §6.4, RFC 9231 §2.2 and §2.3. */
export const ALGORITHMS: ReadonlyMap<string, SignatureAlgorithm> = new Map<
  string,
  SignatureAlgorithm
>([
  ...HASHES.flatMap((hash): readonly (readonly [string, SignatureAlgorithm])[] => [
    [`${MORE}rsa-${hash}`, { kind: 'signature', scheme: 'pkcs1', hash }],
    [`${MORE_2007}${hash}-rsa-MGF1`, { kind: 'signature', scheme: 'pss', hash }],
    [`${MORE}ecdsa-${hash}`, { kind: 'signature', scheme: 'ecdsa', hash }],
    [`${MORE}hmac-${hash}`, { kind: 'mac', hash }],
  ]),
  [`${MORE_2007}rsa-pss`, { kind: 'signature', scheme: 'pss', hash: 'sha256' }],
  [`${MORE_2021}eddsa-ed25519`, { kind: 'signature', scheme: 'ed25519', hash: undefined }],
  [`${DS}rsa-sha1`, { kind: 'signature', scheme: 'pkcs1', hash: 'sha1', weak: 'rsa-sha1' }],
  [`${DS}hmac-sha1`, { kind: 'mac', hash: 'sha1', weak: 'hmac-sha1' }],
])

/** URIs by the names that `security.policies[].sends.algorithm` has for them. */
export const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...HASHES.flatMap((hash): readonly (readonly [string, string])[] => [
    [`rsa-${hash}`, `${MORE}rsa-${hash}`],
    [`rsa-pss-${hash}`, `${MORE_2007}${hash}-rsa-MGF1`],
    [`ecdsa-${hash}`, `${MORE}ecdsa-${hash}`],
  ]),
  ['ed25519', `${MORE_2021}eddsa-ed25519`],
])

/** Of a MAC by a key that is shared with a peer. */
export const HMAC_SHA256 = `${MORE}hmac-sha256`

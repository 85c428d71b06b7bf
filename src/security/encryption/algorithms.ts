/** The algorithms of XML Encryption that this node knows, by their URIs: a list of what is allowed. */
import { DS, XENC, XENC11 } from '../names.js'
import type { WeakAlgorithm } from '../weak.js'
import { unsupported } from './failed.js'

/** Encrypts data under a key of its own. */
export interface Cipher {
  readonly uri: string
  /** As node:crypto names it. */
  readonly name: GcmName | CbcName
  readonly keyBytes: number
  readonly weak?: WeakAlgorithm | undefined
}

export type GcmName = 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'
export type CbcName = 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc'

/** As configurations and suites name a cipher. */
export type SealingCipher = `aes${'128' | '192' | '256'}-${'gcm' | 'cbc'}`

/** Wraps a key under another one that was agreed. */
export interface Wrap {
  readonly uri: string
  readonly name: 'id-aes128-wrap' | 'id-aes192-wrap' | 'id-aes256-wrap'
  readonly keyBytes: number
}

export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512'

// XML Encryption 1.1 §5.2.2 and §5.2.4
const CIPHERS: readonly Cipher[] = [
  { uri: `${XENC11}aes128-gcm`, name: 'aes-128-gcm', keyBytes: 16 },
  { uri: `${XENC11}aes192-gcm`, name: 'aes-192-gcm', keyBytes: 24 },
  { uri: `${XENC11}aes256-gcm`, name: 'aes-256-gcm', keyBytes: 32 },
  { uri: `${XENC}aes128-cbc`, name: 'aes-128-cbc', keyBytes: 16, weak: 'aes-cbc' },
  { uri: `${XENC}aes192-cbc`, name: 'aes-192-cbc', keyBytes: 24, weak: 'aes-cbc' },
  { uri: `${XENC}aes256-cbc`, name: 'aes-256-cbc', keyBytes: 32, weak: 'aes-cbc' },
]

// XML Encryption 1.1 §5.7
const WRAPS: readonly Wrap[] = [
  { uri: `${XENC}kw-aes128`, name: 'id-aes128-wrap', keyBytes: 16 },
  { uri: `${XENC}kw-aes192`, name: 'id-aes192-wrap', keyBytes: 24 },
  { uri: `${XENC}kw-aes256`, name: 'id-aes256-wrap', keyBytes: 32 },
]

// XML Encryption 1.1 §5.8
const DIGESTS: ReadonlyMap<string, HashName> = new Map([
  [`${DS}sha1`, 'sha1'],
  [`${XENC}sha256`, 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  [`${XENC}sha384`, 'sha384'],
  [`${XENC}sha512`, 'sha512'],
])

// XML Encryption 1.1 §5.5.2
const MASKS: ReadonlyMap<string, HashName> = new Map([
  [`${XENC11}mgf1sha1`, 'sha1'],
  [`${XENC11}mgf1sha256`, 'sha256'],
  [`${XENC11}mgf1sha384`, 'sha384'],
  [`${XENC11}mgf1sha512`, 'sha512'],
])

/** Where MGF1 is with SHA-1, whatever the digest is. */
export const RSA_OAEP_MGF1P = `${XENC}rsa-oaep-mgf1p`
export const RSA_OAEP = `${XENC11}rsa-oaep`
export const RSA_1_5 = `${XENC}rsa-1_5`
export const ECDH_ES = `${XENC11}ECDH-ES`
export const CONCAT_KDF = `${XENC11}ConcatKDF`
export const SHA_1 = `${DS}sha1`
export const SHA_256 = `${XENC}sha256`
const MGF_SHA_1 = `${XENC11}mgf1sha1`

/** As failures and policies name RSA-OAEP. @param mask  URI of its MGF. Default: by SHA-1 */
export function oaepNamed(uri: string, digest: string, mask?: string): string {
  const masked = mask === undefined || mask === MGF_SHA_1 ? '' : ` and ${mask}`
  return `${uri} with ${digest}${masked}`
}

export function cipherOf(uri: string): Cipher {
  return CIPHERS.find((cipher) => cipher.uri === uri) ?? none(uri)
}

export function cipherNamed(name: SealingCipher): Cipher {
  return CIPHERS.find(({ uri }) => uri.endsWith(`#${name}`)) ?? none(name)
}

export function wrapOf(uri: string): Wrap {
  return WRAPS.find((wrap) => wrap.uri === uri) ?? none(uri)
}

/** The one for a key of that length: no key is wrapped under a shorter one. */
export function wrapFor(keyBytes: number): Wrap {
  return WRAPS.find((wrap) => wrap.keyBytes === keyBytes) ?? none(`a wrap of ${keyBytes} bytes`)
}

export function isWrap(uri: string): boolean {
  return WRAPS.some((wrap) => wrap.uri === uri)
}

export function digestOf(uri: string): HashName {
  return DIGESTS.get(uri) ?? none(uri)
}

export function maskOf(uri: string): HashName {
  return MASKS.get(uri) ?? none(uri)
}

function none(uri: string): never {
  throw unsupported(uri)
}

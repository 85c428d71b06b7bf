/** Signs by node:crypto alone what is its own canonical form; it knows nothing of the node's code. */
import { createHmac, type KeyObject, sign } from 'node:crypto'
import { DS, EXC, HMAC_SHA256, RSA_SHA256 } from './texts.js'

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'

export interface SignedInfoOptions {
  readonly algorithm?: string
  /** Content of SignatureMethod, such as HMACOutputLength. */
  readonly method?: string
  readonly canonicalization?: string
}

export function signedInfo(
  references: readonly string[],
  { algorithm = RSA_SHA256, method = '', canonicalization = EXC }: SignedInfoOptions = {},
): string {
  return (
    `<ds:SignedInfo xmlns:ds="${DS}"><ds:CanonicalizationMethod Algorithm="${canonicalization}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${algorithm}">${method}</ds:SignatureMethod>${references.join('')}</ds:SignedInfo>`
  )
}

/** The algorithm that goes with a key, with SHA-256. */
export function algorithmOf(key: KeyObject): string {
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return RSA_SHA256
    case 'ec':
      return `${MORE}ecdsa-sha256`
    case 'ed25519':
      return 'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519'
    default:
      return HMAC_SHA256
  }
}

/** The SignatureValue of a SignedInfo, in base64. */
export function valueFor(info: string, key: KeyObject, hash = 'sha256'): string {
  const bytes = Buffer.from(info, 'utf8')
  switch (key.asymmetricKeyType) {
    case undefined:
      return createHmac('sha256', key).update(bytes).digest('base64')
    case 'ed25519':
      return sign(null, bytes, key).toString('base64')
    default:
      return sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
  }
}

/** @param info  what was signed; another one than the value is of makes a forgery */
export function signature(info: string, value: string, keyInfo: string, more = ''): string {
  return (
    `<ds:Signature xmlns:ds="${DS}">${info}<ds:SignatureValue>${value}</ds:SignatureValue>` +
    `${keyInfo === '' ? '' : `<ds:KeyInfo>${keyInfo}</ds:KeyInfo>`}${more}</ds:Signature>`
  )
}

/** A whole signature over References, by a key. */
export function signed(
  references: readonly string[],
  key: KeyObject,
  keyInfo: string,
  options: SignedInfoOptions = {},
): string {
  const info = signedInfo(references, { algorithm: algorithmOf(key), ...options })
  const hash = options.algorithm?.endsWith('sha1') ? 'sha1' : 'sha256'
  return signature(info, valueFor(info, key, hash), keyInfo)
}

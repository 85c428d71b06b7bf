/** Locks a key for the holder of a certificate, and writes how: RSA-OAEP, or ECDH-ES for keys on a curve. */
import {
  constants,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  type X509Certificate,
} from 'node:crypto'
import { DS, DS11, XENC11 } from '../names.js'
import { agree, curveOf, writePoint } from './agreement.js'
import { CONCAT_KDF, ECDH_ES, RSA_OAEP_MGF1P, SHA_1, SHA_256, wrapFor } from './algorithms.js'
import { wrapKey } from './key-wrap.js'
import { padOaep } from './padding.js'
import { modulusBytes } from './unlock.js'

/**
 * @param keyInfo  text that names the certificate
 * @returns the text of EncryptionMethod, KeyInfo and CipherData
 * @throws TypeError for a certificate whose key cannot be encrypted to
 */
export function lockKey(
  secret: Buffer,
  { publicKey }: X509Certificate,
  keyInfo: string,
  oaep: 'sha1' | 'sha256',
): string {
  if (publicKey.asymmetricKeyType === 'rsa') return transported(secret, publicKey, keyInfo, oaep)
  if (curveOf(publicKey)) return agreed(secret, publicKey, keyInfo)
  const type = publicKey.asymmetricKeyDetails?.namedCurve ?? publicKey.asymmetricKeyType
  throw new TypeError(`nothing can be encrypted to a certificate with a key of the type ${type}`)
}

/** XML Encryption 1.1 §5.5.2: MGF1 is with SHA-1, which the more receivers know. */
function transported(
  secret: Buffer,
  key: KeyObject,
  keyInfo: string,
  digest: 'sha1' | 'sha256',
): string {
  const oaep = { digest, mask: 'sha1', label: Buffer.alloc(0) } as const
  const padded = padOaep(secret, modulusBytes(key), oaep)
  const wrapped = publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded)
  const uri = digest === 'sha1' ? SHA_1 : SHA_256
  return (
    `<xenc:EncryptionMethod Algorithm="${RSA_OAEP_MGF1P}"><ds:DigestMethod xmlns:ds="${DS}" Algorithm="${uri}"/>` +
    `</xenc:EncryptionMethod><ds:KeyInfo xmlns:ds="${DS}">${keyInfo}</ds:KeyInfo>${cipherData(wrapped)}`
  )
}

/** Without text to tell parties apart: 00 is one octet of zero bits. */
const INFO = 'AlgorithmID="0000" PartyUInfo="" PartyVInfo=""'
const OTHER_INFO = Buffer.alloc(1)

/** XML Encryption 1.1 §5.6.4 */
function agreed(secret: Buffer, to: KeyObject, keyInfo: string): string {
  const curve = curveOf(to)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve?.name ?? '' })
  const wrap = wrapFor(secret.length)
  const derivation = { digest: 'sha256', otherInfo: OTHER_INFO } as const
  const wrapping = agree(privateKey, to, derivation, wrap.keyBytes)
  const point = writePoint(publicKey).toString('base64')
  return (
    `<xenc:EncryptionMethod Algorithm="${wrap.uri}"/><ds:KeyInfo xmlns:ds="${DS}">` +
    `<xenc:AgreementMethod Algorithm="${ECDH_ES}"><xenc11:KeyDerivationMethod xmlns:xenc11="${XENC11}" Algorithm="${CONCAT_KDF}">` +
    `<xenc11:ConcatKDFParams ${INFO}><ds:DigestMethod Algorithm="${SHA_256}"/></xenc11:ConcatKDFParams></xenc11:KeyDerivationMethod>` +
    `<xenc:OriginatorKeyInfo><ds:KeyValue><dsig11:ECKeyValue xmlns:dsig11="${DS11}"><dsig11:NamedCurve URI="${curve?.uri}"/>` +
    `<dsig11:PublicKey>${point}</dsig11:PublicKey></dsig11:ECKeyValue></ds:KeyValue></xenc:OriginatorKeyInfo>` +
    `<xenc:RecipientKeyInfo>${keyInfo}</xenc:RecipientKeyInfo></xenc:AgreementMethod></ds:KeyInfo>` +
    cipherData(wrapKey(wrap, wrapping, secret))
  )
}

function cipherData(octets: Buffer): string {
  return `<xenc:CipherData><xenc:CipherValue>${octets.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
}

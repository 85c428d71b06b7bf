/** Encrypts by node:crypto alone, as anybody can who has the node’s certificate. */
import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import type { Issued } from '../issue.js'
import { DS, SHA256, tokenReference, XENC, x509Certificate, x509Data } from './texts.js'

const XENC11 = 'http://www.w3.org/2009/xmlenc11#'

export interface Hidden {
  /** Text of xenc:EncryptedKey, which names what it is for. */
  readonly key: string
  /** Texts of xenc:EncryptedData, by their order. */
  readonly data: readonly string[]
}

export interface Plain {
  readonly id: string
  readonly text: string
  /** Default: content. */
  readonly type?: 'Content' | 'Element'
}

/** Each text under one key, by AES-256-GCM and RSA-OAEP with SHA-256. */
export function hide({ certificate }: Issued, plains: readonly Plain[]): Hidden {
  const key = randomBytes(32)
  const data = plains.map(({ id, text, type = 'Content' }) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const octets = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return (
      `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="${id}" Type="${XENC}${type}">` +
      `<xenc:EncryptionMethod Algorithm="${XENC11}aes256-gcm"></xenc:EncryptionMethod>` +
      `${cipherData(Buffer.concat(octets))}</xenc:EncryptedData>`
    )
  })
  return {
    key: encryptedKey(
      certificate,
      key,
      plains.map(({ id }) => id),
    ),
    data,
  }
}

const cipherData = (octets: Buffer) =>
  `<xenc:CipherData><xenc:CipherValue>${octets.toString('base64')}</xenc:CipherValue></xenc:CipherData>`

function encryptedKey(
  certificate: Issued['certificate'],
  key: Buffer,
  ids: readonly string[],
): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const wrapped = publicEncrypt({ key: certificate.publicKey, padding, oaepHash: 'sha256' }, key)
  const references = ids.map((id) => `<xenc:DataReference URI="#${id}"></xenc:DataReference>`)
  return (
    `<xenc:EncryptedKey xmlns:xenc="${XENC}"><xenc:EncryptionMethod Algorithm="${XENC11}rsa-oaep">` +
    `<ds:DigestMethod xmlns:ds="${DS}" Algorithm="${SHA256}"></ds:DigestMethod>` +
    `<xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${XENC11}mgf1sha256"></xenc11:MGF></xenc:EncryptionMethod>` +
    `<ds:KeyInfo xmlns:ds="${DS}">${tokenReference(x509Data(x509Certificate(certificate.raw)))}</ds:KeyInfo>` +
    `${cipherData(wrapped)}<xenc:ReferenceList>${references.join('')}</xenc:ReferenceList></xenc:EncryptedKey>`
  )
}

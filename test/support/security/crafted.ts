/** Encrypted messages as somebody else would write them: any plaintext, cipher, padding and key. */
import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import { DS, WSSE, XENC, XENC11 } from '../../../src/security/names.js'
import { NS, named } from './encrypted.js'
import type { Issued } from './issue.js'

export interface Craft {
  readonly plaintext: string | Buffer
  readonly type: 'Element' | 'Content'
  readonly cipher: `aes-${'128' | '192' | '256'}-${'gcm' | 'cbc'}`
  /** Replaces the octets of the data's CipherValue. */
  readonly data: (octets: Buffer) => Buffer
  /** Replaces the octets of the key's CipherValue. */
  readonly key: (octets: Buffer) => Buffer
  /** What is locked: a key by default. */
  readonly secret: Buffer
  /** EncryptionMethod of the key, and the octets that it makes of the secret. */
  readonly transport: Transport
  /** Text in KeyInfo: the subject in a KeyName by default. */
  readonly keyInfo: string
  /** Replaces text of the message at last. */
  readonly text: (text: string) => string
  /** Where the EncryptedData stands: in Body by default. */
  readonly around: (data: string) => string
}

export interface Transport {
  readonly method: string
  readonly lock: (secret: Buffer, to: Issued) => Buffer
}

const digestMethod = (uri: string) => `<ds:DigestMethod xmlns:ds="${DS}" Algorithm="${uri}"/>`

/** Both digests are the same, as node:crypto has it. */
export const RSA_OAEP_256: Transport = {
  method:
    `<xenc:EncryptionMethod Algorithm="${XENC11}rsa-oaep">${digestMethod(`${XENC}sha256`)}` +
    `<xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${XENC11}mgf1sha256"/></xenc:EncryptionMethod>`,
  lock: (secret, { certificate }) =>
    publicEncrypt({ key: certificate.publicKey, oaepHash: 'sha256' }, secret),
}

/** Without DigestMethod: SHA-1. */
export const RSA_OAEP_SHA_1: Transport = {
  method: `<xenc:EncryptionMethod Algorithm="${XENC}rsa-oaep-mgf1p"/>`,
  lock: (secret, { certificate }) =>
    publicEncrypt({ key: certificate.publicKey, oaepHash: 'sha1' }, secret),
}

export const RSA_1_5: Transport = {
  method: `<xenc:EncryptionMethod Algorithm="${XENC}rsa-1_5"/>`,
  lock: (secret, { certificate }) =>
    publicEncrypt({ key: certificate.publicKey, padding: constants.RSA_PKCS1_PADDING }, secret),
}

function encipher(cipher: Craft['cipher'], secret: Buffer, plaintext: Buffer): Buffer {
  if (cipher.endsWith('gcm')) {
    const name = cipher === 'aes-128-gcm' ? cipher : 'aes-256-gcm'
    const iv = randomBytes(12)
    const gcm = createCipheriv(cipher === 'aes-192-gcm' ? cipher : name, secret, iv)
    return Buffer.concat([iv, gcm.update(plaintext), gcm.final(), gcm.getAuthTag()])
  }
  const iv = randomBytes(16)
  const cbc = createCipheriv(cipher, secret, iv).setAutoPadding(false)
  const padding = 16 - (plaintext.length % 16)
  const padded = Buffer.concat([plaintext, randomBytes(padding - 1), Buffer.of(padding)])
  return Buffer.concat([iv, cbc.update(padded), cbc.final()])
}

const unchanged = <Value>(value: Value): Value => value

/** A message to the holder of a certificate. */
export function crafted(to: Issued, wanted: Partial<Craft> = {}): string {
  const { plaintext = '<o:Order xmlns:o="urn:o"/>', type = 'Content' } = wanted
  const { cipher = 'aes-256-gcm', transport = RSA_OAEP_256 } = wanted
  const { data = unchanged, key = unchanged, text = unchanged } = wanted
  const { around = (inside: string) => `<s:Body>${inside}</s:Body>` } = wanted
  const bits = Number(cipher.slice(4, 7))
  const secret = wanted.secret ?? randomBytes(bits / 8)
  const ciphering = Buffer.concat([secret, Buffer.alloc(32)], bits / 8)
  const octets = data(encipher(cipher, ciphering, Buffer.from(plaintext)))
  const uri = cipher.endsWith('gcm') ? XENC11 : XENC
  const encryptedKey =
    `<xenc:EncryptedKey xmlns:xenc="${XENC}" Id="EK">${transport.method}<ds:KeyInfo xmlns:ds="${DS}">${wanted.keyInfo ?? named(to.certificate)}</ds:KeyInfo>` +
    `${cipherData(key(transport.lock(secret, to)))}<xenc:ReferenceList><xenc:DataReference URI="#ED"/></xenc:ReferenceList></xenc:EncryptedKey>`
  const encryptedData =
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Id="ED" Type="${XENC}${type}"><xenc:EncryptionMethod Algorithm="${uri}${cipher.replace('-', '')}"/>` +
    `${cipherData(octets)}</xenc:EncryptedData>`
  return text(
    `<s:Envelope xmlns:s="${NS}"><s:Header><wsse:Security xmlns:wsse="${WSSE}">${encryptedKey}</wsse:Security></s:Header>` +
      `${around(encryptedData)}</s:Envelope>`,
  )
}

function cipherData(octets: Buffer): string {
  return `<xenc:CipherData><xenc:CipherValue>${octets.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
}

/** The octets with one bit changed. */
export function flipped(octets: Buffer, bit: number): Buffer {
  const changed = Buffer.from(octets)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}

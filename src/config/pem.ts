/** Reads the certificates and keys that the configuration names; what cannot be used ends the start. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { systemReason } from '../base/errno.js'
import { WaybillError } from '../errors.js'

/** A file, and the key of the configuration that names it. */
export interface NamedFile {
  readonly file: string
  readonly key: string
}

/**
 * @returns PEM text of one certificate or more
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
export function certificates(named: NamedFile): string {
  const text = read(named)
  certificatesIn(text, named)
  return text
}

/**
 * @returns the certificates of a file in PEM, one or more, in its order
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
export function certificateList(named: NamedFile): Certificates {
  return certificatesIn(read(named), named)
}

type Certificates = readonly [X509Certificate, ...X509Certificate[]]

function certificatesIn(text: string, named: NamedFile): Certificates {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? []
  const [first, ...others] = blocks.map((block) => {
    try {
      return new X509Certificate(block)
    } catch (cause) {
      throw unusable(named, 'holds a certificate that is damaged', cause)
    }
  })
  if (!first) throw unusable(named, 'holds no certificate in PEM')
  return [first, ...others]
}

/** A certificate with its issuers, as far as its file has them, and its key. */
export interface Pair {
  readonly key: KeyObject
  readonly certificate: X509Certificate
  readonly chain: readonly X509Certificate[]
}

/** @throws WaybillError WAYBILL_FILE_UNUSABLE, also for a key that is another certificate's */
export function signingPair(certificateFile: NamedFile, keyFile: NamedFile): Pair {
  const [certificate, ...chain] = certificateList(certificateFile)
  const key = keyOf(read(keyFile), keyFile)
  checkPair(certificate, key, certificateFile, keyFile)
  return { key, certificate, chain }
}

function checkPair(
  certificate: X509Certificate,
  key: KeyObject,
  { file }: NamedFile,
  keyFile: NamedFile,
): void {
  if (!certificate.checkPrivateKey(key)) {
    throw unusable(keyFile, `is not the key of the certificate in ${file}`)
  }
}

/**
 * @param type  kind of key that is wanted, such as `rsa`. Default: any
 * @returns PEM text of a private key that needs no passphrase
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
export function privateKey(named: NamedFile, type?: KeyObject['asymmetricKeyType']): string {
  const text = read(named)
  const found = keyOf(text, named)
  if (type !== undefined && found.asymmetricKeyType !== type) {
    throw unusable(named, `holds a private key of type ${found.asymmetricKeyType}, not ${type}`)
  }
  return text
}

/**
 * @param type  kind of key that is wanted. Default: any
 * @throws WaybillError WAYBILL_FILE_UNUSABLE, also for a key that is another certificate's
 */
export function keyPair(
  certificate: NamedFile,
  key: NamedFile,
  type?: KeyObject['asymmetricKeyType'],
): { certificate: string; key: string } {
  const pair = { certificate: certificates(certificate), key: privateKey(key, type) }
  checkPair(new X509Certificate(pair.certificate), keyOf(pair.key, key), certificate, key)
  try {
    createSecureContext({ cert: pair.certificate, key: pair.key, minVersion: 'TLSv1.2' })
  } catch (cause) {
    throw unusable(certificate, `cannot be used for TLS (${(cause as Error).message})`, cause)
  }
  return pair
}

/**
 * @returns PEM texts of revocation lists, one each, which may be in DER in the file
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
export function revocationLists(named: NamedFile): readonly string[] {
  const bytes = readBytes(named)
  const blocks =
    bytes[0] === SEQUENCE ? [asPem(bytes)] : (bytes.toString('latin1').match(CRL) ?? [])
  if (blocks.length === 0) throw unusable(named, 'holds no revocation list')
  for (const block of blocks) {
    try {
      createSecureContext({ crl: block })
    } catch (cause) {
      throw unusable(named, 'holds a revocation list that is damaged', cause)
    }
  }
  return blocks
}

const CRL = /-----BEGIN X509 CRL-----.*?-----END X509 CRL-----/gs
/** First byte of what DER has of lists and responses. */
const SEQUENCE = 0x30

function asPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN X509 CRL-----\n${lines.join('\n')}\n-----END X509 CRL-----\n`
}

/**
 * @returns DER of an OCSP response that says something
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
export function ocspResponse(named: NamedFile): Buffer {
  const bytes = readBytes(named)
  // RFC 6960 §4.2.1: a SEQUENCE, here of more than 127 bytes, that begins with an ENUMERATED of one byte.
  const lengths = (bytes[1] ?? 0) & 0x7f
  const begin = 2 + lengths
  const isLong =
    bytes[0] === SEQUENCE && (bytes[1] ?? 0) > 0x80 && lengths <= 4 && bytes.length > begin
  if (!isLong || begin + bytes.readUIntBE(2, lengths) !== bytes.length) {
    throw unusable(named, 'holds no OCSP response in DER')
  }
  if (!bytes.subarray(begin, begin + 3).equals(SUCCESSFUL)) {
    throw unusable(named, 'holds an OCSP response that is not successful')
  }
  return bytes
}

const SUCCESSFUL = Buffer.from([0x0a, 0x01, 0x00])

function keyOf(text: string, named: NamedFile): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text)) {
    throw unusable(named, 'holds a private key that needs a passphrase')
  }
  try {
    return createPrivateKey(text)
  } catch (cause) {
    throw unusable(named, 'holds no private key in PEM', cause)
  }
}

function read(named: NamedFile): string {
  return readBytes(named).toString('utf8')
}

function readBytes(named: NamedFile): Buffer {
  try {
    return readFileSync(named.file)
  } catch (cause) {
    throw unusable(named, `cannot be read (${systemReason(cause)})`, cause)
  }
}

/** What is wrong with a file that the configuration names. */
export function unusable({ file, key }: NamedFile, what: string, cause?: unknown): WaybillError {
  return new WaybillError('WAYBILL_FILE_UNUSABLE', `${key}: ${file} ${what}`, { cause })
}

/** Issues certificates and revocation lists for tests, right ones and wrong ones, as a small authority would. */
import { createHash, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { readDer } from '../../../src/security/der/read.js'
import * as der from '../../../src/security/der/write.js'
import { certificate, pem, publicKeyInfo } from '../../../src/security/issue/certificate.js'
import {
  alternativeNames,
  keyUsage,
  subjectKeyIdentifier,
  type Usage,
} from '../../../src/security/issue/extensions.js'
import { algorithmOf, type Hash, signed } from '../../../src/security/issue/signing.js'
import { encodeName } from '../../../src/security/trust/names.js'
import { parseName } from '../../../src/security/trust/parse-name.js'
import { authorityKeyIdentifier, basicConstraints, extendedKeyUsage } from './extensions.js'

export type KeyType =
  | 'rsa'
  | 'rsa-1024'
  | 'rsa-3072'
  | 'rsa-4096'
  | 'p256'
  | 'p384'
  | 'p521'
  | 'ed25519'

/** A certificate with its private key. */
export interface Issued {
  readonly certificate: X509Certificate
  /** The certificate in PEM. */
  readonly pem: string
  /** The certificate and those who issued it, without the root, in PEM. */
  readonly chainPem: string
  readonly key: KeyObject
  /** PKCS#8, in PEM. */
  readonly keyPem: string
}

export interface Wanted {
  /** Such as `CN=bank, O=Example, C=NL`. */
  readonly subject: string
  /** Default: p256. */
  readonly type?: KeyType
  /** A key that was made before, so that two certificates have the same. */
  readonly key?: KeyObject
  readonly from?: Date
  readonly until?: Date
  /** Such as `DNS:bank.example`, `IP:127.0.0.1`, `URI:urn:bank`, `email:a@b.example`. */
  readonly names?: readonly string[]
  /** True for an authority, with the keyUsage of one. */
  readonly ca?: boolean
  readonly pathLength?: number
  /** Default: those of an authority, or digitalSignature, nonRepudiation and keyEncipherment. */
  readonly usages?: readonly Usage[] | 'none'
  readonly purposes?: readonly ('server' | 'client')[]
  readonly serial?: bigint
  readonly hash?: Hash
  /** Without basicConstraints and both key identifiers, as old ones are. */
  readonly bare?: boolean
  /** Further ones, in DER. */
  readonly extensions?: readonly Buffer[]
}

const FROM = new Date('2020-01-01T00:00:00Z')
const UNTIL = new Date('2049-12-31T00:00:00Z')
const OF_AUTHORITY = ['keyCertSign', 'cRLSign'] as const
const OF_HOLDER = ['digitalSignature', 'nonRepudiation', 'keyEncipherment'] as const

export function createKey(type: KeyType = 'p256'): KeyObject {
  const [kind, bits] = type.split('-')
  if (kind === 'rsa') {
    const modulusLength = Number(bits ?? 2048)
    return generateKeyPairSync('rsa', { modulusLength }).privateKey
  }
  if (type === 'ed25519') return generateKeyPairSync('ed25519').privateKey
  return generateKeyPairSync('ec', { namedCurve: type.replace('p', 'P-') }).privateKey
}

/** @param by  who signs. Default: its own key */
export function issue(wanted: Wanted, by?: Issued): Issued {
  const key = wanted.key ?? createKey(wanted.type)
  const signer = by?.key ?? key
  const { ca = false, usages = ca ? OF_AUTHORITY : OF_HOLDER } = wanted
  const subject = nameOf(wanted.subject)
  const made = certificate(
    {
      subject,
      issuer: by ? subjectOf(by) : subject,
      from: wanted.from ?? FROM,
      until: wanted.until ?? UNTIL,
      key,
      serial: wanted.serial,
      extensions: [
        ...(wanted.bare
          ? []
          : [
              basicConstraints(ca, wanted.pathLength),
              subjectKeyIdentifier(publicKeyInfo(key)),
              authorityKeyIdentifier(publicKeyInfo(signer)),
            ]),
        ...(usages === 'none' ? [] : [keyUsage(...usages)]),
        ...(wanted.names ? [alternativeNames(wanted.names)] : []),
        ...(wanted.purposes ? [extendedKeyUsage(...wanted.purposes)] : []),
        ...(wanted.extensions ?? []),
      ],
    },
    signer,
    wanted.hash,
  )
  const own = pem('CERTIFICATE', made)
  const above = by && by.certificate.issuer !== by.certificate.subject ? by.chainPem : ''
  const keyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { certificate: new X509Certificate(made), pem: own, chainPem: own + above, key, keyPem }
}

/** A name in DER. */
export function nameOf(text: string): Buffer {
  const name = parseName(text)
  if (!name) throw new Error(`not a name: ${text}`)
  return encodeName(name)
}

/** The subject of a certificate in DER, byte for byte. */
export function subjectOf({ certificate: { raw } }: Issued): Buffer {
  const [content] = readDer(raw).members()
  const subject = [...(content?.members() ?? [])][5]
  if (!subject) throw new Error('the certificate has no subject')
  return subject.whole
}

export interface List {
  readonly revoked: readonly Issued[]
  readonly from?: Date
  /** `none`: no nextUpdate. */
  readonly until?: Date | 'none'
  readonly hash?: Hash
  /** Each in DER. */
  readonly extensions?: readonly Buffer[]
  readonly entryExtensions?: readonly Buffer[]
}

/** A revocation list (RFC 5280 §5.1), in DER. */
export function revoke(by: Issued, list: List): Buffer {
  const { revoked, from = FROM, until = UNTIL, extensions = [], entryExtensions = [] } = list
  const entries = revoked.map(({ certificate: { serialNumber } }) =>
    der.sequence(
      der.integer(BigInt(`0x${serialNumber}`)),
      der.time(FROM),
      ...(entryExtensions.length === 0 ? [] : [der.sequence(...entryExtensions)]),
    ),
  )
  const content = der.sequence(
    der.integer(1),
    algorithmOf(by.key, list.hash ?? 'sha256'),
    subjectOf(by),
    der.time(from),
    ...(until === 'none' ? [] : [der.time(until)]),
    ...(entries.length === 0 ? [] : [der.sequence(...entries)]),
    ...(extensions.length === 0 ? [] : [der.explicit(0, der.sequence(...extensions))]),
  )
  return signed(content, by.key, list.hash ?? 'sha256')
}

/** A list in PEM. */
export function listPem(list: Buffer): string {
  return pem('X509 CRL', list)
}

/** SHA-256 of the certificate in hexadecimal digits. */
export function fingerprintOf({ certificate: { raw } }: Issued): string {
  return createHash('sha256').update(raw).digest('hex')
}

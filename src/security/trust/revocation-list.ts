/** Reads a revocation list (RFC 5280 §5): what it lists, until when it counts, and what its signature covers. */
import { constants, verify } from 'node:crypto'
import { type DerValue, integerOf, NotDer, octetsOf, readDer, timeOf } from '../der/read.js'
import { TAG } from '../der/tags.js'
import type { Details } from './details.js'
import { type Extension, extensionsIn } from './extensions.js'
import { matching, type Name, readName } from './names.js'
import { type SignatureAlgorithm, signatureAlgorithmOf } from './signature-algorithm.js'
import { weaknessOf } from './strength.js'

export interface RevocationList {
  readonly issuer: Name
  readonly issuerKey: string
  /** In milliseconds since 1970. */
  readonly from: number
  /** When the next one is there; undefined: it does not say. */
  readonly next: number | undefined
  /** Serial numbers, in hexadecimal digits. */
  readonly serials: ReadonlySet<string>
  readonly algorithm: SignatureAlgorithm
  readonly content: Buffer
  readonly signature: Buffer
}

/** @throws NotDer for what is no list, or not one of all that its issuer has revoked */
export function readRevocationList(bytes: Buffer): RevocationList {
  const [content, algorithm, signature, ...others] = readDer(bytes).as(TAG.sequence).members()
  if (!content || !algorithm || !signature || others.length > 0) {
    throw new NotDer('expected a revocation list')
  }
  const fields = [...content.as(TAG.sequence).members()]
  // Version 1 does not tell its number.
  if (fields[0]?.tag === TAG.integer) fields.shift()
  const [inner, issuerName, from, ...optional] = fields
  if (!inner || !issuerName || !from) throw new NotDer('expected the fields of a revocation list')
  // RFC 5280 §5.1.1.2: "MUST contain the same algorithm identifier as the signature field".
  if (!inner.whole.equals(algorithm.whole)) throw new NotDer('it names two signature algorithms')
  const existing = signatureAlgorithmOf(algorithm)
  if (!existing) throw new NotDer('its signature algorithm is not taken')
  const next = isTime(optional[0]) ? optional.shift() : undefined
  const entries = optional[0]?.tag === TAG.sequence ? optional.shift() : undefined
  const [extensions] = optional[0]?.members() ?? []
  if (extensions) refuseUnknown(extensions, OF_LISTS)
  const issuer = readName(issuerName)
  return {
    issuer,
    issuerKey: matching(issuer),
    from: timeOf(from),
    next: next && timeOf(next),
    serials: new Set(serialsIn(entries)),
    algorithm: existing,
    content: content.whole,
    signature: octetsOf(signature),
  }
}

function isTime(value: DerValue | undefined): boolean {
  return value?.tag === TAG.utcTime || value?.tag === TAG.generalizedTime
}

function* serialsIn(entries: DerValue | undefined): Generator<string> {
  for (const entry of entries?.members() ?? []) {
    const [serial, , extensions] = entry.as(TAG.sequence).members()
    if (!serial) throw new NotDer('expected a serial number')
    if (extensions) refuseUnknown(extensions, OF_ENTRIES)
    yield integerOf(serial).toString(16)
  }
}

/** Key identifier of the issuer, number of the list, and where it is fetched: none changes what it lists. */
const OF_LISTS = ['2.5.29.35', '2.5.29.20', '2.5.29.18', '2.5.29.46', '1.3.6.1.5.5.7.1.1']
/** Reason, and since when. */
const OF_ENTRIES = ['2.5.29.21', '2.5.29.24', '2.5.29.23']

/**
 * RFC 5280 §5.2: "If a CRL contains a critical extension that the application cannot process, then the
 * application MUST NOT use that CRL"; §5.3: nor if an entry has one. Those are lists of a part of the
 * certificates, of changes only, and of several issuers.
 */
function refuseUnknown(extensions: DerValue, allowed: readonly string[]): void {
  const unknown = [...extensionsIn(extensions)].find(
    ({ id, critical }: Extension) => critical && !allowed.includes(id),
  )
  if (unknown) throw new NotDer(`it has the extension ${unknown.id}, which is not understood`)
}

/** Types of keys that make a kind of signature. */
const MAKERS: Readonly<Record<SignatureAlgorithm['key'], readonly string[]>> = {
  rsa: ['rsa'],
  pss: ['rsa', 'rsa-pss'],
  ec: ['ec'],
  ed: ['ed25519', 'ed448'],
}

/** True if an authority has signed the list. */
export function isSignedBy(list: RevocationList, { publicKey, usages }: Details): boolean {
  const { key, hash } = list.algorithm
  // RFC 5280 §6.3.3 (f): "If a key usage extension is present, verify that the cRLSign bit is set."
  if (usages && !usages.has('cRLSign')) return false
  if (weaknessOf(publicKey) !== undefined) return false
  if (!MAKERS[key].includes(publicKey.asymmetricKeyType ?? '')) return false
  const padding = key === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  const how = key === 'rsa' || key === 'pss' ? { key: publicKey, padding } : publicKey
  return verify(hash, list.content, how, list.signature)
}

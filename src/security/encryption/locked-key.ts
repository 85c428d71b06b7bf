/** Reads an xenc:EncryptedKey: by what it is locked, without any work that needs a private key. */
import type { KeyObject } from 'node:crypto'
import { attributeOf, type XmlElement } from '../../xml/tree.js'
import { DS, DS11, XENC, XENC11 } from '../names.js'
import type { UsedAlgorithm } from '../verdict.js'
import type { WeakAlgorithm } from '../weak.js'
import { type Derivation, readPoint } from './agreement.js'
import {
  CONCAT_KDF,
  digestOf,
  ECDH_ES,
  isWrap,
  maskOf,
  oaepNamed,
  RSA_1_5,
  RSA_OAEP,
  RSA_OAEP_MGF1P,
  SHA_1,
  type Wrap,
  wrapOf,
} from './algorithms.js'
import { readBase64 } from './base64.js'
import { failed, malformed, unsupported } from './failed.js'
import type { Oaep } from './padding.js'
import {
  algorithmIn,
  algorithmOf,
  childOf,
  cipherElement,
  keyInfoOf,
  onlyChild,
  shortText,
} from './parts.js'

/** `used` is by what it is locked, as it is told and compared. */
export type Lock = { readonly used: UsedAlgorithm } & (
  | { readonly by: 'rsa-oaep'; readonly oaep: Oaep }
  | { readonly by: 'rsa-1_5' }
  | {
      readonly by: 'agreement'
      readonly wrap: Wrap
      readonly derivation: Derivation
      /** The public key that the sender made for this message. */
      readonly originator: KeyObject
    }
)

export interface LockedKey {
  readonly lock: Lock
  /** Names the certificate: ds:KeyInfo or xenc:RecipientKeyInfo. */
  readonly recipient: XmlElement
  readonly wrapped: Buffer
}

/** @throws SecurityFailure */
export function readLockedKey(
  element: XmlElement,
  allows: (algorithm: WeakAlgorithm) => boolean,
): LockedKey {
  const method = onlyChild(element, XENC, 'EncryptionMethod')
  const uri = algorithmOf(method)
  const keyInfo = keyInfoOf(element)
  if (!keyInfo) throw malformed('EncryptedKey does not say whose key it is for')
  const wrapped = readBase64(shortText(cipherElement(element)))
  if (isWrap(uri)) return { ...readAgreement(keyInfo, wrapOf(uri)), wrapped }
  return { lock: transportOf(method, uri, allows), recipient: keyInfo, wrapped }
}

function transportOf(
  method: XmlElement,
  uri: string,
  allows: (algorithm: WeakAlgorithm) => boolean,
): Lock {
  if (uri === RSA_1_5 && allows('rsa-1_5')) {
    return { by: 'rsa-1_5', used: { named: uri, weak: 'rsa-1_5' } }
  }
  if (uri !== RSA_OAEP && uri !== RSA_OAEP_MGF1P) throw unsupported(uri)
  // XML Encryption 1.1 §5.5.2: SHA-1 where no DigestMethod stands, and MGF1 with SHA-1 where no MGF.
  const digest = algorithmIn(method, DS, 'DigestMethod') ?? SHA_1
  const weak = digest === SHA_1 ? 'rsa-oaep-sha1' : undefined
  if (weak && !allows(weak)) throw unsupported(oaepNamed(uri, digest))
  const masked = algorithmIn(method, XENC11, 'MGF')
  if (masked !== undefined && uri === RSA_OAEP_MGF1P) throw unsupported(`${uri} with ${masked}`)
  const label = childOf(method, XENC, 'OAEPparams')
  return {
    by: 'rsa-oaep',
    used: { named: oaepNamed(uri, digest, masked), weak },
    oaep: {
      digest: digestOf(digest),
      mask: masked === undefined ? 'sha1' : maskOf(masked),
      label: label ? readBase64(shortText(label)) : Buffer.alloc(0),
    },
  }
}

/** XML Encryption 1.1 §5.6.4 */
function readAgreement(
  keyInfo: XmlElement,
  wrap: Wrap,
): { readonly lock: Lock; readonly recipient: XmlElement } {
  const method = childOf(keyInfo, XENC, 'AgreementMethod')
  if (!method) throw unsupported(`${wrap.uri} without AgreementMethod`)
  const uri = algorithmOf(method)
  if (uri !== ECDH_ES) throw unsupported(uri)
  const derivation = readDerivation(onlyChild(method, XENC11, 'KeyDerivationMethod'))
  const originator = readOriginator(onlyChild(method, XENC, 'OriginatorKeyInfo'))
  const recipient = onlyChild(method, XENC, 'RecipientKeyInfo')
  const used = { named: `${wrap.uri} with ${uri}`, weak: undefined }
  return { lock: { by: 'agreement', used, wrap, derivation, originator }, recipient }
}

/** XML Encryption 1.1 §5.4.1 */
function readDerivation(method: XmlElement): Derivation {
  const uri = algorithmOf(method)
  if (uri !== CONCAT_KDF) throw unsupported(uri)
  const parameters = onlyChild(method, XENC11, 'ConcatKDFParams')
  const digest = algorithmOf(onlyChild(parameters, DS, 'DigestMethod'))
  if (digest === SHA_1) throw unsupported(`${uri} with ${digest}`)
  const octets = INFO.map((name) => bitString(attributeOf(parameters, '', name) ?? ''))
  return { digest: digestOf(digest), otherInfo: Buffer.concat(octets) }
}

const INFO = ['AlgorithmID', 'PartyUInfo', 'PartyVInfo', 'SuppPubInfo', 'SuppPrivInfo'] as const

/** XML Encryption 1.1 §5.4.1: hexBinary, whose first octet tells how many bits at the end are none. */
function bitString(digits: string): Buffer {
  if (digits === '') return Buffer.alloc(0)
  if (!/^00(?:[0-9A-Fa-f]{2}){0,512}$/.test(digits)) throw failed()
  return Buffer.from(digits.slice(2), 'hex')
}

/** XML Signature 1.1 §4.5.2.3 */
function readOriginator(info: XmlElement): KeyObject {
  const value = onlyChild(onlyChild(info, DS, 'KeyValue'), DS11, 'ECKeyValue')
  const curve = attributeOf(onlyChild(value, DS11, 'NamedCurve'), '', 'URI') ?? ''
  return readPoint(curve, readBase64(shortText(onlyChild(value, DS11, 'PublicKey'))))
}

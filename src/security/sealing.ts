/** What a message that leaves is sealed with, and what comes of it. */
import type { X509Certificate } from 'node:crypto'
import type { Inclusions } from '../message/xop/inclusions.js'
import { type Envelope, NO_LIMITS, readingEnvelope } from '../soap/envelope.js'
import type { SoapVersions } from '../soap/version.js'
import type { Walk } from '../xml/walk.js'
import type { SealingCipher } from './encryption/algorithms.js'
import type { SigningKey } from './keys.js'
import type { SealedAttachments } from './pending.js'
import type { SignedBy } from './signature/write.js'
import type { Form } from './verdict.js'

/** `Body`, `Timestamp`, `Addressing`, `Signature`, `UsernameToken`, or a block or entry as `{namespace}Name`. */
export type PartName = string

export interface Sealing {
  readonly form: Form
  readonly sign: readonly PartName[]
  readonly encrypt: readonly PartName[]
  /** What is done first: `encrypt-first` signs ciphertexts, and needs `form: 'wss'`. Default: `sign-first`. */
  readonly order?: 'sign-first' | 'encrypt-first' | undefined
  /** Needed where `sign` has parts. */
  readonly key?: SigningKey | undefined
  /** Algorithms of its signature. Default: as the key is, with SHA-256. */
  readonly signedBy?: SignedBy | undefined
  /** Needed where `encrypt` has parts. */
  readonly to?: X509Certificate | undefined
  readonly reference: 'token' | 'issuer-serial' | 'key-identifier' | 'thumbprint'
  readonly cipher: SealingCipher
  /** Digest of RSA-OAEP: `sha1` for a receiver that knows no other, as WCF. Default: `sha256`. */
  readonly oaep?: 'sha1' | 'sha256' | undefined
  /** Milliseconds for which it counts; undefined: no Timestamp is written. */
  readonly timestamp?: number | undefined
  readonly user?:
    | { readonly name: string; readonly password: string; readonly form: 'digest' | 'text' }
    | undefined
  /** Actor that the block is for; undefined: the ultimate receiver. */
  readonly actor?: string | undefined
  /** Signature values of the request, which the answer confirms (WS-Security 1.1 §9.3). Default: none. */
  readonly confirm?: readonly string[] | undefined
  /** Milliseconds since 1970. */
  readonly at: number
  /** What was made of the attachments, where they are signed or encrypted. Default: none is. */
  readonly attached?: SealedAttachments | undefined
  /** What stands for text in the message, loaded: signatures are over the text (XOP §3). Default: nothing does. */
  readonly inclusions?: Inclusions | undefined
  readonly versions: SoapVersions
}

export interface Sealed {
  readonly text: string
  /** Base64 values of the signatures that were made. */
  readonly signatures: readonly string[]
}

/** Reads the message as far as it is sealed. */
export function readingSealed(
  text: string,
  { versions, inclusions }: Pick<Sealing, 'versions' | 'inclusions'>,
): Walk<Envelope> {
  return readingEnvelope(text, versions, NO_LIMITS, inclusions?.again().include)
}

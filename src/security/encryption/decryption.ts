/** What decryption is given, and what it gives. */
import type { XmlLimits } from '../../xml/limits.js'
import type { Cut } from '../../xml/splice.js'
import type { XmlElement } from '../../xml/tree.js'
import type { OwnKey } from '../keys.js'
import type { PendingDecryption } from '../pending.js'
import type { UsedAlgorithm } from '../verdict.js'
import type { WeakAlgorithm } from '../weak.js'

/** As the Type of an xenc:EncryptedData says (XML Encryption 1.1 §3.1). */
export type PartType = 'element' | 'content'

export interface Decryption {
  /** Envelope: the tree that all these elements are of. */
  readonly root: XmlElement
  /** xenc:EncryptedKey and xenc:ReferenceList of a security block: what they name is decrypted. */
  readonly blocks: readonly XmlElement[]
  /** Finds the only element with an id. @throws SecurityFailure for two of them */
  readonly elementOf: (id: string) => XmlElement | undefined
  /** This node's key that a ds:KeyInfo (or xenc:RecipientKeyInfo) names, by whichever reference; else undefined. */
  readonly keyOf: (keyInfo: XmlElement) => OwnKey | undefined
  readonly allows: (algorithm: WeakAlgorithm) => boolean
  readonly limits: XmlLimits
}

/** What stands in place of each xenc:EncryptedData, or wsse11:EncryptedHeader: well-formed by itself. */
export interface Decrypted {
  /** In ascending order. */
  readonly cuts: readonly DecryptedCut[]
  /** Attachments that are to be decrypted. */
  readonly beside: readonly PendingDecryption[]
  /** By what all this was encrypted. */
  readonly used: readonly UsedAlgorithm[]
}

export interface DecryptedCut extends Cut {
  readonly insert: string
  /** A whole element came encrypted, or the content of the element around it. */
  readonly type: PartType
}

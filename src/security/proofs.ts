/** What signatures and tokens have shown while a message is opened, in the text as it was then. */
import type { XmlElement } from '../xml/tree.js'
import type { PendingDigest } from './pending.js'
import type { SignedElement } from './signature/signature.js'
import type { TrackedRange } from './tracked-ranges.js'
import type { AcceptedSignature } from './verdict.js'

/** Something that is shown, with the place of its element in place of the element. */
export type At<Shown extends { readonly element: XmlElement }> = Omit<Shown, 'element'> & {
  readonly range: TrackedRange
}

export interface ShownSignature {
  readonly signature: Signed['signature']
  readonly range: TrackedRange
  readonly covers: readonly At<SignedElement>[]
}

/** What a signature has shown, all at once: of one that does not hold, nothing is kept. */
export interface Signed {
  readonly signature: Omit<AcceptedSignature, 'element' | 'covers' | 'prefixes'>
  readonly element: XmlElement
  readonly covers: readonly SignedElement[]
  readonly attachments: readonly Omit<PendingDigest, 'kind' | 'signature'>[]
}

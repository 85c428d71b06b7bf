/** PUBLIC: how many attachments a message may have, and where they are kept. */
import type { Spools } from './spools.js'

/** What messages may have beside their envelopes. */
export interface AttachmentBounds {
  readonly spools: Spools
  /** Attachments of one message. */
  readonly maxCount: number
  /** Bytes of one attachment. */
  readonly maxSize: number
  /** Bytes of all attachments of one message. */
  readonly maxTotal: number
}

/** PUBLIC: how many attachments a message may have, and where they are kept. */
import { Spools } from './spools.js'

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

/** The usual ones. */
export const DEFAULT_BOUNDS = {
  maxOnDisk: 4 * 1024 ** 3,
  maxInMemory: 64 * 1024 ** 2,
  maxCount: 100,
  maxSize: 256 * 1024 ** 2,
  maxTotal: 256 * 1024 ** 2,
} as const

/** For what has no configuration. */
export function defaultBounds(): AttachmentBounds {
  return { ...DEFAULT_BOUNDS, spools: new Spools(DEFAULT_BOUNDS) }
}

/** The bounds of evidence, which are the same for every node. */

export interface EvidenceBounds {
  /** Bytes after which a file is signed and the next one begun. */
  readonly fileSize: number
  /** Milliseconds until an entry must be durable; then its message is refused as unavailable. */
  readonly acknowledge: number
}

export const EVIDENCE_BOUNDS: EvidenceBounds = Object.freeze({
  // Small enough to be read and signed in a moment, and few files for millions of messages.
  fileSize: 64 * 1024 ** 2,
  // As a job has: the end of a chain is kept where jobs are.
  acknowledge: 5_000,
})

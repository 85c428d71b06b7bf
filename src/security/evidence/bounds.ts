/** The bounds of the files of evidence, which are the same for every node. */

export interface EvidenceBounds {
  /** Bytes after which a file is signed and the next one begun. */
  readonly fileSize: number
}

export const EVIDENCE_BOUNDS: EvidenceBounds = Object.freeze({
  // Small enough to be read and signed in a moment, and few files for millions of messages.
  fileSize: 64 * 1024 ** 2,
})

/** The bounds of what is kept of envelopes, which are the same for every node. */

export interface CaptureBounds {
  /** Characters of an envelope that are kept; the rest is cut. */
  readonly maxEnvelope: number
}

export const CAPTURE_BOUNDS: CaptureBounds = Object.freeze({
  // Whole envelopes of most services. A larger one shows by its beginning what it is.
  maxEnvelope: 64 * 1024,
})

/** The bounds of operators at the admin listener, which are the same for every node. */
import type { GuessBounds } from '../../../security/credentials/bounds.js'

export interface AccessBounds extends GuessBounds {
  /** Milliseconds after which whoever logged in does so again. */
  readonly sessionTime: number
}

export const ACCESS_BOUNDS: AccessBounds = Object.freeze({
  // For one name from one network address, and ten times as many for all names: people mistype less often.
  maxFailuresPerMinute: 10,
  // Longer than a working day, and over before the next one.
  sessionTime: 12 * 3_600_000,
})

/** The bounds of guessing at what peers prove themselves with, which are the same for every node. */

export interface GuessBounds {
  /** Wrong passwords, digests, keys and tokens that are looked at in a minute from one network address. */
  readonly maxFailuresPerMinute: number
}

export const GUESS_BOUNDS: GuessBounds = Object.freeze({
  // Enough to notice a peer that was set up wrongly, and too few to guess anything that was not made up by a person.
  maxFailuresPerMinute: 20,
})

/** A walk over a text or a tree in portions, so that a large one can give way to others in between. */

/** Gives way after every portion, and returns what it has made. */
export type Walk<Result> = Generator<undefined, Result, undefined>

/** Characters of one portion: well below a millisecond of work, and more than most messages have. */
export const PORTION = 16 * 1024

/** As many characters as take the time of one element, in a walk over a tree. */
export const ELEMENT = 64

/** Counts the work of a walk, in characters. */
export class Pace {
  #left = PORTION

  /** @returns true if a portion is done with this work */
  done(characters: number): boolean {
    this.#left -= characters
    if (this.#left > 0) return false
    this.#left = PORTION
    return true
  }
}

/** Tells a walk that is to be walked from what is there already. */
export function isWalk<Made extends object, Walking extends Generator<unknown, Made, undefined>>(
  value: Made | Walking,
): value is Walking {
  return value instanceof AnyGenerator
}

/** The walk, or one that is done at once. */
export function* walking<Made extends object>(made: Made | Walk<Made>): Walk<Made> {
  return isWalk(made) ? yield* made : made
}

/** All generators are instances of it: to ask for that takes no time, and a search for their methods does. */
function AnyGenerator(): void {}
AnyGenerator.prototype = Object.getPrototypeOf(function* () {}).prototype

/**
 * Does all portions of a walk, one right after the other.
 *
 * @throws TypeError for one that waits for something
 */
export function atOnce<Result>(
  walk: Generator<PromiseLike<unknown> | undefined, Result, undefined>,
): Result {
  for (;;) {
    const { done, value } = walk.next()
    if (done) return value
    if (value) throw new TypeError('a walk that waits cannot be walked at once')
  }
}

/** What a walk makes is made once: from then on it is there. */
export function once<Made extends object>(make: () => Made | Walk<Made>): () => Made | Walk<Made> {
  const kept: Kept<Made> = { made: undefined }
  return () => {
    if (kept.made) return kept.made
    const made = make()
    if (isWalk(made)) return keeping(made, kept)
    kept.made = made
    return made
  }
}

interface Kept<Made> {
  made: Made | undefined
}

/** A generator function that is made for each message would live, with its message, until all memory is swept. */
function* keeping<Made>(walk: Walk<Made>, kept: Kept<Made>): Walk<Made> {
  kept.made = yield* walk
  return kept.made
}

/** What is thrown for bytes that are not MIME, or more of it than a bound allows. */

/** Thrown for bytes that are not MIME, or that two readers could understand differently. */
export class MalformedMime extends Error {
  /** @param sentence  what is wrong, for the sender to read */
  constructor(sentence: string) {
    super(sentence)
    this.name = 'MalformedMime'
  }
}

/** Thrown for what is MIME, and more than a bound allows. */
export class TooMuch extends MalformedMime {
  /** @param sentence  which bound, for the sender to read */
  constructor(sentence: string) {
    super(sentence)
    this.name = 'TooMuch'
  }
}

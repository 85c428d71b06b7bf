/** Thrown for bytes that are not MIME, or that two readers could understand differently. */

export class MalformedMime extends Error {
  /** @param sentence  what is wrong, for the sender to read */
  constructor(sentence: string) {
    super(sentence)
    this.name = 'MalformedMime'
  }
}

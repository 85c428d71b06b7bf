/** Bytes that are not MIME, or that two readers could read in two ways. */

export class MalformedMime extends Error {
  /** @param sentence  what is wrong, for the sender to read */
  constructor(sentence: string) {
    super(sentence)
    this.name = 'MalformedMime'
  }
}

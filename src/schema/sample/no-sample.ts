/** Why no sample of an element was made. */

export class NoSample extends Error {
  /** @param sentence  what has no value, or does not end */
  constructor(sentence: string) {
    super(sentence)
    this.name = 'NoSample'
  }
}

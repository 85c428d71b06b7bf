/** What is wrong with a text that should be a pattern. */

export class PatternError extends Error {
  /** @param sentence  what is wrong, and where */
  constructor(sentence: string) {
    super(sentence)
    this.name = 'PatternError'
  }
}

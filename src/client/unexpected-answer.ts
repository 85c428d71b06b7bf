/** The error of an answer that cannot be used. */

/** The answer cannot be used: it is no envelope, or holds what the caller's schema does not know. */
export class UnexpectedAnswer extends Error {
  /** Text of the answer, as far as it could be decoded. */
  readonly text: string

  constructor(sentence: string, text: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UnexpectedAnswer'
    this.text = text
  }
}

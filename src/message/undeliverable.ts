/** PUBLIC: the error of a message that could not be handed to the next node. */

export class Undeliverable extends Error {
  /** True if the same message will not get through later either. */
  readonly permanent: boolean
  /** True if it was sent, and nothing was heard of it in time. */
  readonly late: boolean
  /** True if the message itself cannot be written for this way: the destination was not even asked. */
  readonly unsent: boolean
  /** True if an answer came that cannot be used: the destination was reached, and is not to blame for that. */
  readonly answered: boolean
  /**
   * True if nobody has taken the message for sure, as no byte of its body was sent, or the other side refused it before:
   * it may go to another address at once. A connection that was refused, a name that was not found, TLS that failed.
   */
  readonly notTaken: boolean

  /** @param options  `unsent` is `permanent`, too */
  constructor(
    message: string,
    options: ErrorOptions & {
      readonly permanent?: boolean
      readonly late?: boolean
      readonly unsent?: boolean
      readonly answered?: boolean
      readonly notTaken?: boolean
    } = {},
  ) {
    super(message, options)
    this.name = 'Undeliverable'
    this.unsent = options.unsent ?? false
    this.permanent = options.permanent ?? this.unsent
    this.late = options.late ?? false
    this.answered = options.answered ?? false
    this.notTaken = options.notTaken ?? false
  }
}

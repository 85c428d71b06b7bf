/** Bounds what the signatures of one message ask for, over all of them: References, and octets that are made for them. */

/** References of a message, however many signatures they are in. */
export const MAX_REFERENCES = 64
/** Times the octets of the message with its attachments: so many are digested for all of them together. */
const TIMES = 4

export class Work {
  readonly #refusal: (why: string) => Error
  #references = MAX_REFERENCES
  #digested: number

  /**
   * @param octets   of the message, with its attachments
   * @param refusal  makes what is thrown the moment that a bound is passed
   */
  constructor(octets: number, refusal: (why: string) => Error) {
    this.#refusal = refusal
    this.#digested = TIMES * octets
  }

  /** Counts the References of a signature, before anything is done for them. */
  refers(count: number): void {
    this.#references -= count
    if (this.#references >= 0) return
    throw this.#refusal(`a message has at most ${MAX_REFERENCES} References`)
  }

  /** Counts octets as they are made of what a Reference names. */
  readonly digests = (octets: number): void => {
    this.#digested -= octets
    if (this.#digested >= 0) return
    throw this.#refusal(
      `its References are over more than ${TIMES} times the octets of the message`,
    )
  }
}

/** What is said of a plugin whose operations cannot be described. */

export class Undescribable extends Error {
  /** @param reason  what was expected, and what is there */
  constructor(reason: string) {
    super(reason)
    this.name = 'Undescribable'
  }
}

/** Thrown where a request of an operator is not done: the status, and a sentence that says why. */

export interface RefusedMore {
  /** What to do about it. */
  readonly hint?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export class Refused extends Error {
  readonly status: number
  readonly hint: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, sentence: string, { hint, headers = {} }: RefusedMore = {}) {
    super(sentence)
    this.name = 'Refused'
    this.status = status
    this.hint = hint
    this.headers = headers
  }
}

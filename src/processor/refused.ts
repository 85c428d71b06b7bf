/** Thrown by a step for a message that gets no envelope in answer. */
import type { Refusal } from '../transport.js'

export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, message: string) {
    super(message)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Thrown by a step for a message that gets no envelope in answer. */
import type { Refusal } from '../../transport.js'

export class Refused extends Error {
  readonly refusal: Refusal
  /** Seconds after which the same message may be sent again. */
  readonly retryAfter: number | undefined
  /** True if the log has reported the same a short time ago. */
  readonly again: boolean | undefined

  constructor(
    refusal: Refusal,
    message: string,
    more: Partial<Pick<Refused, 'retryAfter' | 'again'>> = {},
  ) {
    super(message)
    this.name = 'Refused'
    this.refusal = refusal
    this.retryAfter = more.retryAfter
    this.again = more.again
  }
}

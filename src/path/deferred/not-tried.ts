/** Tells that a message was not sent, because its destination is left alone for a while. */
import { Undeliverable } from '../../transport.js'

/** Who waits for the message on a connection hears the same as of a failure; a job is postponed. */
export class NotTried extends Undeliverable {
  /** When the job may be tried, in milliseconds since 1970. */
  readonly until: number

  constructor(message: string, until: number) {
    super(message)
    this.name = 'NotTried'
    this.until = until
  }
}

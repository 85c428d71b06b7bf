/** Tells that a message was not sent, because the circuit of its destination is open. */
import { Undeliverable } from '../../transport.js'

/** Who waits for the message on a connection gets the same as of a failure; a job is postponed. */
export class NotTried extends Undeliverable {
  /** When the job may be tried, in milliseconds since 1970. */
  readonly until: number

  constructor(message: string, until: number) {
    super(message)
    this.name = 'NotTried'
    this.until = until
  }
}

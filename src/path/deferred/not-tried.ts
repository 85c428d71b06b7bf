/** Tells that a message was not sent, because the circuit of its destination is open. */
import { Undeliverable } from '../../transport.js'

/** Who waits for the message on a connection gets the same as of a failure; a job is postponed. */
export class NotTried extends Undeliverable {
  /** When the job may be tried, in milliseconds since 1970. */
  readonly until: number

  constructor(message: string, until: number) {
    super(message, { notTaken: true })
    this.name = 'NotTried'
    this.until = until
  }
}

/** It is not its turn yet: its destination takes so many messages in a second. */
export class OutOfTurn extends NotTried {
  /** Milliseconds until it may be sent again. */
  readonly wait: number

  constructor(destination: string, wait: number, now: number) {
    const sentence = `destination ${destination} takes no more messages now: perSecond bounds them`
    super(sentence, Math.ceil(now + wait))
    this.name = 'OutOfTurn'
    this.wait = wait
  }
}

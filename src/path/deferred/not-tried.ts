/** Tells that a message was not sent, because the circuit of its destination is open, or its operator has paused it. */
import { momentOf } from '../../base/moment.js'
import { wallTime } from '../../base/time.js'
import { PAUSE_LOOK, type PausedDestination } from '../../store/queue/pauses.js'
import type { JobQueue } from '../../store/queue/queue.js'
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

/** Its job sleeps until the destination is resumed. */
export class DestinationPaused extends NotTried {
  /** Name of it. */
  readonly destination: string

  constructor({ destination, by, at }: PausedDestination) {
    const sentence = `destination ${destination} is paused by ${by} since ${momentOf(at)}`
    super(sentence, wallTime() + PAUSE_LOOK)
    this.name = 'DestinationPaused'
    this.destination = destination
  }
}

/** @throws DestinationPaused for a destination to which nothing is sent now */
export function refusePaused(
  destination: string | undefined,
  queue: Pick<JobQueue, 'pauseOf'>,
): void {
  const pause = queue.pauseOf(destination)
  if (pause) throw new DestinationPaused(pause)
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

/** The bounds of a queue that are the same for every node: the configuration has those that depend on its machine and its load. */

export interface QueueBounds {
  /** Milliseconds until something must be durable; then its sender learns that it is to try again. */
  readonly acknowledge: number
  /** Sent messages that may wait for an answer that comes as a message of its own. */
  readonly maxSuspended: number
  /** Milliseconds that the oldest job that nothing but the load keeps waiting may have waited. */
  readonly maxAge: number
}

export const QUEUE_BOUNDS: QueueBounds = Object.freeze({
  // A disk or a Redis takes milliseconds. After seconds it is away, and a sender does better with an answer.
  acknowledge: 5_000,
  // Ten times the jobs that wait by default: each is a row, and none of them costs a turn.
  maxSuspended: 1_000_000,
  // A day: what was not run by then has no worker, and its sender has to hear of it.
  maxAge: 24 * 3_600_000,
})

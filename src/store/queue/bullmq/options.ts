/** What a queue on Redis is made with: a Redis that was reached, and its bounds. */
import type { Connection } from '../../redis/connect.js'
import type { QueueBounds } from '../bounds.js'
import type { RedisPromise } from './durability.js'
import type { Keeping } from './upkeep.js'

export interface BullmqQueueOptions extends Keeping, QueueBounds {
  /** URI of this node, for the history of jobs. */
  readonly node: string
  /** Jobs that may wait. */
  readonly maxDepth: number
  /** Keys that are remembered at most. */
  readonly maxRemembered: number
}

/** A Redis that was reached. */
export interface ReachedRedis {
  /** For people to read, without a password. */
  readonly name: string
  /** For adding and looking: fails soon if nobody answers. */
  readonly connection: Connection
  /** For working and listening: waits until the outage is over. */
  readonly patient: Connection
  /** Those that BullMQ has made of `patient`. */
  readonly copies: ReadonlySet<Connection>
  /** Stands before the name of the queue in every key. */
  readonly prefix: string
  readonly promise: RedisPromise
}

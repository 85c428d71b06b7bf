/** How the file of a queue is opened, and by which bounds it is kept. */
import type { QueueBounds } from '../bounds.js'

/** How the thread opens the file. */
export interface OpenOptions extends Omit<QueueBounds, 'acknowledge'> {
  /** Folder of the node's state; undefined for a queue in memory. */
  readonly stateDir: string | undefined
  /** URI of this node, for the history of jobs. */
  readonly node: string
  /** True for a node, false for a command: that runs no jobs, and leaves what is kept to the nodes. */
  readonly serves: boolean
  /** Milliseconds for which finished jobs are kept, and duplicates known. */
  readonly retention: number
  /** Finished jobs that are kept at most, and bytes of them. */
  readonly keep: number
  readonly keepBytes: number
  /** Jobs that may wait. */
  readonly maxDepth: number
  /** Keys that are remembered at most. */
  readonly maxRemembered: number
  /** Bytes of attachments that are kept at most. */
  readonly maxBytes: number
  /** Bytes that must stay free on the disk. */
  readonly minFree: number
}

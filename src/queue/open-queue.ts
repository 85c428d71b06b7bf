/** Chooses the queue by the configuration, and opens it. */
import { MemoryQueue } from './memory-queue.js'
import type { JobQueue } from './queue.js'

export interface OpenQueueOptions {
  /** URI of this node. */
  readonly node: string
}

export async function openQueue({ node }: OpenQueueOptions): Promise<JobQueue> {
  return new MemoryQueue({ node })
}

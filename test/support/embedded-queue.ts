/** Opens embedded queues as a node would. */
import type { Log } from '../../src/plugin.js'
import { BullmqQueue, type BullmqQueueOptions } from '../../src/queue/bullmq/queue.js'
import { openEmbedded } from '../../src/queue/embedded.js'
import { SILENT } from './redis-queue.js'

export const OPTIONS: BullmqQueueOptions = {
  node: 'urn:node',
  acknowledge: 5_000,
  retention: 60_000,
  keep: 1_000,
  maxDepth: 10_000,
  maxAge: 3_600_000,
}

export async function openEmbeddedQueue(
  folder: string,
  options: Partial<BullmqQueueOptions> = {},
  log: Log = SILENT,
): Promise<BullmqQueue> {
  const all = { ...OPTIONS, ...options }
  return BullmqQueue.open(await openEmbedded(folder, all, log), all, log)
}

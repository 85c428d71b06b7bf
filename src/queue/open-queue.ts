/** Chooses the queue by the configuration, and opens it. */
import type { Config } from '../config.js'
import type { Log } from '../plugin.js'
import { BullmqQueue } from './bullmq-queue.js'
import { MemoryQueue } from './memory-queue.js'
import type { JobQueue } from './queue.js'
import { openRedis } from './redis.js'

/** True if the jobs are kept by this process alone, in its stateDir. */
export function isEmbedded({ url, cluster }: Config['queue']): boolean {
  return url === undefined && cluster.length === 0
}

/**
 * @param stop  ends the waiting for a queue that cannot be reached
 * @throws WaybillError
 */
export async function openQueue(config: Config, log: Log, stop: AbortSignal): Promise<JobQueue> {
  const { queue, node } = config
  const redis = queue.cluster.length > 0 || /^rediss?:/.test(queue.url ?? '')
  if (!redis) return new MemoryQueue({ node: node.uri, maxDepth: queue.maxDepth, keep: queue.keep })
  return BullmqQueue.open(await openRedis(queue, log, stop), { ...queue, node: node.uri }, log)
}

/** Opens the queue that the configuration asks for: the one place where that choice is made. */
import { join } from 'node:path'
import type { Config } from '../config.js'
import type { Log } from '../plugin.js'
import type { Backing } from './bullmq/backing.js'
import { BullmqQueue } from './bullmq/queue.js'
import { openRedis } from './bullmq/redis.js'
import { openEmbedded } from './embedded.js'
import { FolderLock } from './folder-lock.js'
import type { InnerQueue } from './inner-queue.js'
import { JournaledQueue } from './journaled-queue.js'
import { MemoryQueue } from './memory-queue.js'
import { openPostgres } from './postgres.js'
import type { JobQueue } from './queue.js'

export type QueueConfig = Config['queue']

/** What keeps the jobs. */
export type QueueKind = 'memory' | 'redis' | 'postgres' | 'embedded'

export function queueKind({ url, cluster, sentinels }: QueueConfig): QueueKind {
  if (cluster.length > 0 || sentinels.length > 0) return 'redis'
  if (url === undefined) return 'embedded'
  if (url.startsWith('memory:')) return 'memory'
  return url.startsWith('redis') ? 'redis' : 'postgres'
}

/** True if the jobs are kept by this process alone, in its stateDir. */
export function isEmbedded(config: QueueConfig): boolean {
  return queueKind(config) === 'embedded'
}

/**
 * @param stop  ends the waiting for a queue that cannot be reached
 * @throws WaybillError
 */
export async function openQueue(config: Config, log: Log, stop: AbortSignal): Promise<JobQueue> {
  const { queue, stateDir } = config
  if (!isEmbedded(queue) && !queue.journal) return openInner(config, log, stop)
  const lock = await FolderLock.acquire(stateDir)
  try {
    const inner = await openInner(config, log, stop)
    try {
      return await JournaledQueue.open(inner, { folder: join(stateDir, 'journal') }, log, lock)
    } catch (error) {
      await inner.close()
      throw error
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function openInner(
  { queue, stateDir, node }: Config,
  log: Log,
  stop: AbortSignal,
): Promise<InnerQueue> {
  const { url = '', maxDepth, keep } = queue
  const settings = { ...queue, node: node.uri }
  const on = (backing: Backing) => BullmqQueue.open(backing, settings, log)
  switch (queueKind(queue)) {
    case 'memory':
      return new MemoryQueue({ node: node.uri, maxDepth, keep })
    case 'redis':
      return on(await openRedis(queue, log, stop))
    case 'postgres':
      return on(await openPostgres({ ...queue, url }, log, stop))
    case 'embedded':
      return on(await openEmbedded(join(stateDir, 'queue'), queue, log))
  }
}

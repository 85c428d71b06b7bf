/** Opens queues on a Redis as a node would. */
import { createLog } from '../../src/log.js'
import type { Log } from '../../src/plugin.js'
import { BullmqQueue, type BullmqQueueOptions } from '../../src/queue/bullmq/queue.js'
import { openRedis, type RedisSettings } from '../../src/queue/bullmq/redis.js'

export const SILENT: Log = createLog('silent')

export function settingsOf(settings: Partial<RedisSettings>): RedisSettings {
  return {
    cluster: [],
    sentinels: [],
    sentinelName: 'mymaster',
    prefix: 'test',
    waitAtStart: false,
    ...settings,
  }
}

export async function openQueue(
  settings: Partial<RedisSettings>,
  options: Partial<BullmqQueueOptions> = {},
  log: Log = SILENT,
): Promise<BullmqQueue> {
  const backing = await openRedis(settingsOf(settings), log)
  return BullmqQueue.open(
    backing,
    {
      node: 'urn:node',
      acknowledge: 5_000,
      retention: 60_000,
      keep: 1_000,
      maxDepth: 10_000,
      maxAge: 3_600_000,
      ...options,
    },
    log,
  )
}

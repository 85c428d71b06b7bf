/** Opens queues on a Redis as a node would. */
import { createLog } from '../../../src/log.js'
import type { Log } from '../../../src/plugin.js'
import { openRedisQueue, type RedisSettings } from '../../../src/store/queue/bullmq/open.js'
import type { JobQueue } from '../../../src/store/queue/queue.js'

export const SILENT: Log = createLog('silent')

export function settingsOf(settings: Partial<RedisSettings>): RedisSettings {
  return {
    cluster: [],
    sentinels: [],
    sentinelName: 'mymaster',
    prefix: 'test',
    waitAtStart: false,
    node: 'urn:node',
    acknowledge: 5_000,
    retention: 60_000,
    keep: 1_000,
    keepBytes: 1_000_000_000,
    maxDepth: 10_000,
    maxSuspended: 10_000,
    maxAge: 3_600_000,
    maxRemembered: 1_000_000,
    ...settings,
  }
}

/** On a busy machine its Redis may need more than the time of one question. */
export function openQueue(
  settings: Partial<RedisSettings>,
  options: Partial<RedisSettings> = {},
  log: Log = SILENT,
): Promise<JobQueue> {
  return openRedisQueue(settingsOf({ waitAtStart: true, ...settings, ...options }), log)
}

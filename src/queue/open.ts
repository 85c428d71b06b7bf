/** Opens the queue that the configuration asks for: the one place where that choice is made. */
import type { Config } from '../config/schema.js'
import type { Log } from '../plugin.js'
import type { JobQueue } from './queue.js'
import { SqliteQueue } from './sqlite/queue.js'

/** What keeps the jobs. */
export type QueueKind = 'memory' | 'redis' | 'embedded'

export function queueKind({ url, cluster, sentinels }: Config['queue']): QueueKind {
  if (cluster.length > 0 || sentinels.length > 0) return 'redis'
  if (url === undefined) return 'embedded'
  return url.startsWith('memory:') ? 'memory' : 'redis'
}

/**
 * Opens the queue for a node.
 *
 * @param stop  ends the waiting for a queue that cannot be reached
 * @throws WaybillError
 */
export function openQueue(config: Config, log: Log, stop: AbortSignal): Promise<JobQueue> {
  return open(config, log, stop, true)
}

/**
 * Opens the queue for a command, which runs no jobs, waits for nobody, and changes what it is told to only.
 *
 * @throws WaybillError
 */
export function openForAdmin(config: Config, log: Log): Promise<JobQueue> {
  const { queue } = config
  const impatient = { ...config, queue: { ...queue, waitAtStart: false } }
  return open(impatient, log, new AbortController().signal, false)
}

async function open(
  { queue, stateDir, node }: Config,
  log: Log,
  stop: AbortSignal,
  serves: boolean,
): Promise<JobQueue> {
  switch (queueKind(queue)) {
    case 'memory':
      return SqliteQueue.open({ ...queue, node: node.uri, stateDir: undefined, serves }, log)
    case 'embedded':
      return SqliteQueue.open({ ...queue, node: node.uri, stateDir, serves }, log)
    case 'redis': {
      // Only here: a node without Redis need not have its libraries in memory.
      const { openRedisQueue } = await import('./bullmq/open.js')
      return openRedisQueue({ ...queue, node: node.uri }, log, stop)
    }
  }
}

/** Opens the queue that the configuration asks for: the one place where that choice is made. */
import type { Log } from '../../base/log.js'
import { storeKind } from '../kind.js'
import { databasePaths, inspectPaths } from '../sqlite/database-folder.js'
import { QUEUE_BOUNDS, type QueueBounds } from './bounds.js'
import type { RedisSettings } from './bullmq/open.js'
import type { JobQueue } from './queue.js'
import { refuseApart } from './sqlite/both-files.js'
import { inspectFile } from './sqlite/inspect.js'
import { SqliteQueue, type SqliteQueueOptions } from './sqlite/queue.js'

/** The parts of the configuration that say which queue it is. */
interface QueueSettings {
  readonly queue: Omit<
    RedisSettings & SqliteQueueOptions,
    keyof QueueBounds | 'node' | 'stateDir' | 'serves'
  >
  readonly stateDir: string
  readonly node: { readonly uri: string }
}

/**
 * Opens the queue for a node.
 *
 * @param stop  ends the waiting for a queue that cannot be reached
 * @throws WaybillError
 */
export function openQueue(
  settings: QueueSettings,
  bounds: QueueBounds,
  log: Log,
  stop: AbortSignal,
): Promise<JobQueue> {
  return open({ ...settings, queue: { ...settings.queue, ...bounds } }, log, stop, true)
}

/**
 * Opens the queue for a command, which runs no jobs, waits for nobody, and changes what it is told to only.
 *
 * @throws WaybillError
 */
export function openForAdmin(settings: QueueSettings, log: Log): Promise<JobQueue> {
  const impatient = {
    ...settings,
    queue: { ...settings.queue, ...QUEUE_BOUNDS, waitAtStart: false },
  }
  return open(impatient, log, new AbortController().signal, false)
}

/**
 * Looks whether the place of the queue can be used, and opens nothing: whether a Redis can be reached
 * shows at start.
 *
 * @throws WaybillError
 */
export function inspectQueue({ queue, stateDir }: QueueSettings): void {
  if (storeKind(queue) !== 'embedded') return
  const paths = databasePaths(stateDir)
  inspectPaths(paths)
  refuseApart(paths)
}

/**
 * Looks into the file of the queue, too, as a start does: for a large one that takes a while.
 *
 * @throws WaybillError
 */
export function inspectQueueWhole(settings: QueueSettings): void {
  inspectQueue(settings)
  if (storeKind(settings.queue) === 'embedded') inspectFile(databasePaths(settings.stateDir))
}

async function open(
  { queue, stateDir, node }: QueueSettings & { readonly queue: QueueBounds },
  log: Log,
  stop: AbortSignal,
  serves: boolean,
): Promise<JobQueue> {
  switch (storeKind(queue)) {
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

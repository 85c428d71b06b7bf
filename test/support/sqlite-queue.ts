/** Queues in SQLite for tests, in a file or in memory. */
import { SqliteQueue, type SqliteQueueOptions } from '../../src/store/queue/sqlite/queue.js'
import { SILENT } from './silent.js'
import { PATIENCE } from './waiting.js'

export const DEFAULTS: SqliteQueueOptions = {
  stateDir: undefined,
  node: 'urn:node',
  serves: true,
  acknowledge: PATIENCE,
  retention: 3_600_000,
  keep: 100_000,
  keepBytes: 1024 ** 3,
  maxDepth: 1_000_000,
  maxSuspended: 1_000_000,
  maxAge: 86_400_000,
  maxRemembered: 1_000_000,
  maxBytes: 1024 ** 4,
  minFree: 0,
}

/** @param options  differ from `DEFAULTS`; without a `stateDir` it is in memory */
export function openSqlite(options: Partial<SqliteQueueOptions> = {}): Promise<SqliteQueue> {
  return SqliteQueue.open({ ...DEFAULTS, ...options }, SILENT)
}

/** Opens the queue of the configuration for a command, whether a node runs or not. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { systemReason } from '../../base/errno.js'
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import { createLog } from '../../log.js'
import { storeKind } from '../../store/kind.js'
import type { QueueAdmin } from '../../store/queue/admin.js'
import { openForAdmin } from '../../store/queue/open.js'
import type { JobQueue } from '../../store/queue/queue.js'
import { databasePaths, refuseOld } from '../../store/sqlite/database-folder.js'
import { type ConfigOptions, sourcesOf } from './config-options.js'
import { readConfig } from './read-config.js'

/**
 * Opens the queue of the configuration, uses it, and closes it.
 *
 * @throws WaybillError if the configuration is wrong, or the queue cannot be reached
 */
export async function withAdmin(
  options: ConfigOptions,
  work: (admin: QueueAdmin, config: Config) => Promise<void>,
): Promise<void> {
  const { config } = await readConfig(sourcesOf(options))
  await withAdminOf(config, (admin) => work(admin, config))
}

/** @throws WaybillError if the queue cannot be reached */
export async function withAdminOf(
  config: Config,
  work: (admin: QueueAdmin, queue: JobQueue) => Promise<void>,
): Promise<void> {
  refuseNothing(config)
  const queue = await openForAdmin(config, createLog('silent'))
  try {
    await work(queue.admin, queue)
  } finally {
    await queue.close()
  }
}

/** Refuses to create a queue: it would be another one than the node's, and empty. */
function refuseNothing({ queue, stateDir }: Config): void {
  switch (storeKind(queue)) {
    case 'memory':
      throw new WaybillError(
        'WAYBILL_NODE_UNREACHABLE',
        'queue.url is memory: and no command reaches the memory of a node',
      )
    case 'embedded': {
      const paths = databasePaths(stateDir)
      if (isThere(paths.file)) return
      refuseOld(paths)
      const sentence = `there is no queue at ${resolve(paths.file)}`
      throw new WaybillError('WAYBILL_STATE_NOT_FOUND', sentence)
    }
    case 'redis':
  }
}

/** @throws WaybillError WAYBILL_STATE_REFUSED if this user may not look */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    const sentence = `${resolve(file)} cannot be looked at by this user (${systemReason(error)})`
    throw new WaybillError('WAYBILL_STATE_REFUSED', sentence, { cause: error })
  }
}

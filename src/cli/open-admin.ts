/** Opens the queue for a command, where the configuration keeps it, whether a node runs or not. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.js'
import { WaybillError } from '../errors.js'
import { createLog } from '../log.js'
import type { QueueAdmin } from '../queue/admin.js'
import { openForAdmin, queueKind } from '../queue/open.js'
import { placeIn, refuseOld } from '../queue/sqlite/place.js'

/**
 * Does something with the queue, and lets go of it.
 *
 * @throws WaybillError if the queue cannot be reached
 */
export async function withAdmin(
  config: Config,
  work: (admin: QueueAdmin) => Promise<void>,
): Promise<void> {
  refuseNothing(config)
  const queue = await openForAdmin(config, createLog('silent'))
  try {
    await work(queue.admin)
  } finally {
    await queue.close()
  }
}

/** A queue that is made by the command is another one, and empty. */
function refuseNothing({ queue, stateDir }: Config): void {
  switch (queueKind(queue)) {
    case 'memory':
      throw new WaybillError(
        'WAYBILL_NODE_UNREACHABLE',
        'queue.url is memory: and no command reaches the memory of a node',
      )
    case 'embedded': {
      const place = placeIn(stateDir)
      const { file } = place
      if (existsSync(file)) return
      refuseOld(place)
      throw new WaybillError('WAYBILL_STATE_NOT_FOUND', `there is no queue at ${resolve(file)}`)
    }
    case 'redis':
  }
}

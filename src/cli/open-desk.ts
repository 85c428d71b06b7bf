/** Reaches the queue for a command: where the configuration keeps it, or through the node that holds it. */
import type { Config } from '../config.js'
import { ControlClient } from '../console/control-client.js'
import { WaybillError } from '../errors.js'
import { createLog } from '../log.js'
import { isEmbedded, openQueue } from '../queue/open.js'
import type { QueueDesk } from '../queue/queue.js'

export interface OpenDesk {
  readonly desk: QueueDesk
  close(): Promise<void>
}

/** @throws WaybillError if the queue cannot be reached */
export async function openDesk(config: Config): Promise<OpenDesk> {
  if (config.queue.url === 'memory:') {
    // Opened here it would be another queue, and empty.
    throw new WaybillError(
      'WAYBILL_NODE_UNREACHABLE',
      'queue.url is memory: and no command reaches the memory of a node',
    )
  }
  if (!isEmbedded(config.queue)) return openItself(config)
  const client = await ControlClient.connect(config.stateDir)
  if (client) return { desk: client, close: () => client.close() }
  // No node runs that would hold its lock.
  return openItself(config)
}

/** Does something with the queue, and lets go of it. */
export async function withDesk(
  config: Config,
  work: (desk: QueueDesk) => Promise<void>,
): Promise<void> {
  const { desk, close } = await openDesk(config)
  try {
    await work(desk)
  } finally {
    await close()
  }
}

/** Without the journal, which is the running node's; and nobody who gave a command waits for a queue to come. */
async function openItself(config: Config): Promise<OpenDesk> {
  const desired = { ...config, queue: { ...config.queue, waitAtStart: false, journal: false } }
  const queue = await openQueue(desired, createLog('silent'), new AbortController().signal)
  return { desk: queue.desk, close: () => queue.close() }
}

/** Reaches the queue for a command: where the configuration keeps it, or through the node that holds it. */
import type { Config } from '../config.js'
import { ControlClient } from '../console/control-client.js'
import { controlSocket } from '../console/control-socket.js'
import { WaybillError } from '../errors.js'
import { createLog } from '../log.js'
import { openQueue } from '../queue/open-queue.js'
import type { QueueDesk } from '../queue/queue.js'

export interface OpenDesk {
  readonly desk: QueueDesk
  close(): Promise<void>
}

/** @throws WaybillError if the queue cannot be reached */
export async function openDesk(config: Config): Promise<OpenDesk> {
  if (isShared(config)) return openItself(config)
  const client = await ControlClient.connect(config.stateDir)
  if (client) return { desk: client, close: () => client.close() }
  // Here the embedded queue is opened, once there is one: no node runs that would hold its lock.
  const path = controlSocket(config.stateDir)
  throw new WaybillError('WAYBILL_NODE_UNREACHABLE', `no node listens on ${path}`)
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

/** Several processes may have it open at once. */
function isShared({ queue }: Config): boolean {
  return queue.cluster.length > 0 || /^(rediss?|postgres(ql)?):/.test(queue.url ?? '')
}

/** Whoever gave the command waits for an answer, not for a queue that may come. */
async function openItself(config: Config): Promise<OpenDesk> {
  const impatient = { ...config, queue: { ...config.queue, waitAtStart: false } }
  const queue = await openQueue(impatient, createLog('silent'), new AbortController().signal)
  return { desk: queue.desk, close: () => queue.close() }
}

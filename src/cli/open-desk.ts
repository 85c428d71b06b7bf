/** Reaches the queue for a command: where its configuration keeps it, or through the node that holds it. */
import type { Config } from '../config.js'
import { ControlClient } from '../console/control-client.js'
import { controlSocket } from '../console/control-socket.js'
import { WaybillError } from '../errors.js'
import type { QueueDesk } from '../queue/queue.js'

export interface OpenDesk {
  readonly desk: QueueDesk
  close(): Promise<void>
}

/** @throws WaybillError if the queue cannot be reached */
export async function openDesk(config: Config): Promise<OpenDesk> {
  // A queue that several processes may open (Redis, Postgres) is opened here by the configuration.
  const client = await ControlClient.connect(config.stateDir)
  if (client) return { desk: client, close: () => client.close() }
  // The embedded queue of a node that does not run is opened here.
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

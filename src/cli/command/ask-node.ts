/** Asks the node that runs with a configuration, for commands that go on without one. */
import type { Config } from '../../config/schema.js'
import { WaybillError } from '../../errors.js'
import { adminAddress } from '../../operate/running/admin-address.js'
import { askNode, type NodeAnswer, type NodeRequest } from '../../operate/running/ask.js'

/** No node with this configuration runs here, or it cannot be asked. */
export interface Absent {
  /** A sentence. */
  readonly why: string
}

/** Milliseconds for one answer: a message that is tried has to end first. */
const PATIENCE = 30_000

/** Never rejects for a node that does not answer. */
export async function askIfRunning(
  config: Pick<Config, 'admin' | 'stateDir'>,
  request: NodeRequest,
): Promise<NodeAnswer | Absent> {
  const url = adminAddress(config)
  if (url === undefined) {
    return { why: 'admin.port is 0, any free one, so that no command can find the node' }
  }
  try {
    return await askNode(config, url, { patience: PATIENCE, ...request })
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error
    return { why: error.message }
  }
}

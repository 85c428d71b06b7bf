/** Makes the parts of a node for a command that inspects them: opens nothing, and closes all of them again. */
import { makeParts, type NodeParts } from '../container.js'
import { createLog } from '../log.js'
import { type ConfigOptions, sourcesOf } from './config-options.js'
import { readConfig } from './read-config.js'

/** @throws WaybillError */
export async function inspect(
  options: ConfigOptions,
  look: (parts: NodeParts) => void,
): Promise<void> {
  const now = AbortSignal.abort()
  const parts = await makeParts({
    ...(await readConfig(sourcesOf(options))),
    log: createLog('silent'),
    readiness: () => ({ ready: false, checks: {} }),
    stopping: now,
    cut: now,
  })
  try {
    look(parts)
  } finally {
    await parts.close()
    await parts.closePlugins()
  }
}

/** Makes the parts of a node for a command that inspects them: opens nothing, and closes all of them again. */
import { makeParts, type NodeParts } from '../../container.js'
import { createLog } from '../../log.js'
import { AT_REST } from '../../operate/admin/sources.js'
import { type ConfigOptions, sourcesOf } from './config-options.js'
import { type ReadConfiguration, readConfig } from './read-config.js'

/** @throws WaybillError */
export async function inspect(
  options: ConfigOptions,
  look: (parts: NodeParts, configuration: ReadConfiguration) => void | Promise<void>,
): Promise<void> {
  const now = AbortSignal.abort()
  const configuration = await readConfig(sourcesOf(options))
  const log = createLog('silent')
  const parts = await makeParts({
    ...configuration,
    log,
    pluginLog: () => log,
    ...AT_REST,
    stopping: now,
    cut: now,
  })
  try {
    await look(parts, configuration)
  } finally {
    await parts.close()
    await parts.closePlugins()
  }
}

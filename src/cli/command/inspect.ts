/** Makes the parts of a node for a command that inspects them: opens nothing, and closes all of them again. */
import { makeParts, type NodeParts } from '../../container.js'
import { createLog } from '../../log.js'
import { AT_REST } from '../../operate/admin/sources.js'
import { type ConfigOptions, sourcesOf } from './config-options.js'
import { type ReadConfiguration, readConfig } from './read-config.js'

type Look = (parts: NodeParts) => void | Promise<void>

/** @throws WaybillError */
export async function inspect(options: ConfigOptions, look: Look): Promise<void> {
  await inspectParts(await readConfig(sourcesOf(options)), look)
}

/** @throws WaybillError */
export async function inspectParts(configuration: ReadConfiguration, look: Look): Promise<void> {
  const now = AbortSignal.abort()
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
    await look(parts)
  } finally {
    await parts.close()
    await parts.closePlugins()
  }
}

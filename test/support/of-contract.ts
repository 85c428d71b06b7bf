/** Makes the plugin of a contract-first one, as the loader does. */
import { createLog } from '../../src/log.js'
import { isOfContract, ofContract } from '../../src/path/plugins/of-contract.js'
import type { Plugin } from '../../src/plugin.js'

type Factory = (input: {
  readonly options: Readonly<Record<string, unknown>>
  readonly folder: string
  readonly log: ReturnType<typeof createLog>
}) => unknown

export async function pluginOfContract(factory: Factory): Promise<Plugin> {
  const made = await factory({ options: {}, folder: '.', log: createLog('silent') })
  if (!isOfContract(made)) throw new TypeError('it has no contract')
  return ofContract(made, 'the plugin it').definition
}

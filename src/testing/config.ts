/** Reads the configuration of a node for tests: as the file has it, but with its queue and its transport in memory. */
import { fileURLToPath } from 'node:url'
import { configured, type ReadConfiguration } from '../cli/command/read-config.js'
import { checked, readSources } from '../config/read.js'
import { listedTransports } from '../config/schema.js'
import { loadTransports } from '../path/plugins/load-transports.js'
import type { Receive, TransportModule } from '../transport.js'

/** @throws WaybillError */
export async function readTestConfig(
  file: string | URL,
  settings: readonly string[],
  memory: TransportModule,
  exchange: Map<string, Receive>,
): Promise<ReadConfiguration> {
  const path = file instanceof URL ? fileURLToPath(file) : file
  const unchecked = readSources({
    file: path,
    environment: {},
    variables: process.env,
    settings: ['queue.url=memory:', ...settings],
  })
  const { transports } = checked(unchecked, listedTransports)
  const loaded = await loadTransports(transports, unchecked.folder)
  const value = {
    ...unchecked.value,
    transports: [...transports, memory.name],
    memory: { exchange },
  }
  return configured({ ...unchecked, value }, [...loaded, memory])
}

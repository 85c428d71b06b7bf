/** Reads the configuration and the transports that it names: sources, transports, schema, check. */
import { type ConfigSources, checked, readSources, type Unchecked } from '../config/read.js'
import { configSchema, listedTransports } from '../config/schema.js'
import type { Configuration } from '../container.js'
import { loadTransports } from '../plugins/load-transports.js'
import { Transports } from '../plugins/transports.js'
import { checkRouting } from '../routing/check.js'
import type { TransportModule } from '../transport.js'

/** @throws WaybillError */
export async function readConfig(sources: ConfigSources): Promise<Configuration> {
  const given = readSources(sources)
  const { transports } = checked(given, listedTransports)
  return configured(given, await loadTransports(transports, given.folder))
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID */
export function configured(given: Unchecked, modules: readonly TransportModule[]): Configuration {
  const config = checked(given, configSchema(modules, checkRouting(modules)))
  return { config, transports: new Transports(modules, config), folder: given.folder }
}

/** Reads the configuration and the transports that it names: sources, transports, schema, check. */
import type { z } from 'zod'
import { type ConfigSources, checked, readSources, type Unchecked } from '../../config/read.js'
import { type Config, configSchema, listedTransports } from '../../config/schema.js'
import { loadTransports } from '../../path/plugins/load-transports.js'
import { type Configuration, Transports } from '../../path/plugins/transports.js'
import { checkRouting } from '../../path/routing/check.js'
import type { TransportModule } from '../../transport.js'
import { warningsOf } from './warnings.js'

/** A configuration, and what there is to say of it. */
export interface ReadConfiguration extends Configuration {
  /** Of the whole, by which its secrets are known. */
  readonly schema: z.ZodType<Config>
  /** What is allowed, and should be known: a sentence each. */
  readonly warnings: readonly string[]
}

/**
 * The schema of a configuration with these transports; the rest of it need not be right.
 *
 * @throws WaybillError
 */
export async function readSchema(sources: ConfigSources): Promise<z.ZodType<Config>> {
  const given = readSources(sources)
  const { transports } = checked(given, listedTransports)
  return configSchema(await loadTransports(transports, given.folder))
}

/** @throws WaybillError */
export async function readConfig(sources: ConfigSources): Promise<ReadConfiguration> {
  const given = readSources(sources)
  const { transports } = checked(given, listedTransports)
  return configured(given, await loadTransports(transports, given.folder))
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID */
export function configured(
  given: Unchecked,
  modules: readonly TransportModule[],
): ReadConfiguration {
  const schema = configSchema(modules, checkRouting(modules))
  const config = checked(given, schema)
  const transports = new Transports(modules, config)
  const warnings = warningsOf(given, { config, transports }, schema)
  return { config, transports, folder: given.folder, schema, warnings }
}

/** Reads a configuration with the transports that come along, without a file of theirs being looked up. */
import { configured, type ReadConfiguration } from '../../src/cli/command/read-config.js'
import { type ConfigSources, readSources } from '../../src/config/read.js'
import { type Config as Core, configSchema, SHIPPED_TRANSPORTS } from '../../src/config/schema.js'
import type { Transports } from '../../src/path/plugins/transports.js'
import http from '../../transports/http/index.js'
import type { HttpSection } from '../../transports/http/section/section.js'
import smtp from '../../transports/smtp/index.js'
import type { SmtpSection } from '../../transports/smtp/section.js'

export type Config = Core & { readonly http: HttpSection; readonly smtp: SmtpSection }

const MODULES = [http, smtp]

/** The schema that `docs/configuration.md` shows. */
export const shippedSchema = configSchema(MODULES)

/** @param names  of the transports that are loaded */
export function configurationOf(
  sources: ConfigSources,
  names: readonly string[] = SHIPPED_TRANSPORTS,
): ReadConfiguration & { config: Config } {
  const loaded = MODULES.filter(({ name }) => names.includes(name))
  const { config, ...rest } = configured(readSources(sources), loaded)
  return { ...rest, config: config as Config }
}

export function readConfig(sources: ConfigSources): Config {
  return configurationOf(sources).config
}

/** The transports of a configuration with these settings. */
export function transportsOf(settings: readonly string[] = []): Transports {
  return configurationOf({ environment: {}, settings }).transports
}

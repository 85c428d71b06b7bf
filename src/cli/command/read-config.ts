/** Reads the configuration and the transports that it names: sources, transports, schema, check. */
import { statSync } from 'node:fs'
import type { z } from 'zod'
import type { Unchecked } from '../../config/file.js'
import type { NamedFile } from '../../config/pem.js'
import { type ConfigSources, checked, readSources } from '../../config/read.js'
import { type References, withSecrets } from '../../config/references.js'
import { type Config, configSchema, listedTransports } from '../../config/schema.js'
import { secretsIn } from '../../config/secrets.js'
import type { Exposed } from '../../operate/findings/examined.js'
import { loadTransports } from '../../path/plugins/load-transports.js'
import { type Configuration, Transports } from '../../path/plugins/transports.js'
import { checkRouting } from '../../path/routing/check.js'
import type { TransportModule } from '../../transport.js'

/** A configuration, and how it was read. */
export interface ReadConfiguration extends Configuration {
  /** Of the whole, by which its secrets are known. */
  readonly schema: z.ZodType<Config>
  /** What stands in place of secrets. */
  readonly references: References
  /** The first secret in the file, if others may read it. */
  readonly exposed: Exposed | undefined
  /** Files with a secret that every user of this machine may read. */
  readonly openSecrets: readonly NamedFile[]
}

/**
 * The schema of a configuration with these transports; the rest of it need not be right.
 *
 * @throws WaybillError
 */
export async function readSchema(sources: ConfigSources): Promise<z.ZodType<Config>> {
  const unchecked = readSources(sources)
  const { transports } = checked(unchecked, listedTransports)
  return configSchema(await loadTransports(transports, unchecked.folder))
}

/** @throws WaybillError */
export async function readConfig(sources: ConfigSources): Promise<ReadConfiguration> {
  const unchecked = readSources(sources)
  const { transports } = checked(unchecked, listedTransports)
  return configured(unchecked, await loadTransports(transports, unchecked.folder))
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID */
export function configured(
  unchecked: Unchecked,
  modules: readonly TransportModule[],
): ReadConfiguration {
  const schema = configSchema(modules, checkRouting(modules))
  const { value, references } = withSecrets(unchecked, schema)
  const config = checked({ ...unchecked, value }, schema)
  const transports = new Transports(modules, config)
  return {
    config,
    transports,
    folder: unchecked.folder,
    schema,
    references,
    exposed: exposedIn(unchecked, schema, references),
    openSecrets: references.files.filter(({ file }) => isOpen(file)),
  }
}

/** Windows has no such bits. */
function isOpen(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o007) !== 0
}

function exposedIn(
  unchecked: Unchecked,
  schema: z.ZodType,
  references: References,
): Exposed | undefined {
  const { file, value, location } = unchecked
  if (file === undefined) return undefined
  const path = secretsIn(value, schema, references).find((one) =>
    location(one).startsWith(`${file}:`),
  )
  if (path === undefined) return undefined
  const mode = statSync(file).mode & 0o777
  if ((mode & 0o077) === 0) return undefined
  return { key: path.map(String).join('.'), at: location(path), mode }
}

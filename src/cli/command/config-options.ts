/** The options for the sources of the configuration, the same for every command. */
import type { Command } from 'commander'
import type { ConfigSources } from '../../config/read.js'

export interface ConfigOptions {
  readonly config?: string
  readonly set: readonly string[]
}

export function withConfigOptions<Of extends Command>(command: Of): Of {
  return command
    .option('-c, --config <file>', 'YAML or JSON configuration file (or WAYBILL_CONFIG)')
    .option(
      '-s, --set <key=value>',
      'set one key, as in --set http.port=8090; may be repeated',
      (setting: string, before: readonly string[]) => [...before, setting],
      [],
    )
}

/** Flags win over the environment, which wins over the file. */
export function sourcesOf({ config, set }: ConfigOptions): ConfigSources {
  const file = config ?? process.env.WAYBILL_CONFIG
  return { environment: process.env, settings: set, ...(file !== undefined && { file }) }
}

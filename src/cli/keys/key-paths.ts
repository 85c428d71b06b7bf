/** Where a new pair goes: as the flags say, or as the configuration does. */
import { type ConfigOptions, sourcesOf } from '../command/config-options.js'
import { readConfig } from '../command/read-config.js'
import { WrongUsage } from '../command/wrong-usage.js'

export interface KeyPaths {
  readonly certificate: string
  readonly key: string
}

/** @throws WrongUsage if neither says it */
export async function keyPathsOf(flags: ConfigOptions & Partial<KeyPaths>): Promise<KeyPaths> {
  const { certificate, key } = flags
  if (certificate !== undefined && key !== undefined) return { certificate, key }
  const { security } = (await readConfig(sourcesOf(flags))).config
  const locations = { certificate: certificate ?? security.certificate, key: key ?? security.key }
  if (locations.certificate === undefined || locations.key === undefined) {
    throw new WrongUsage(
      'say where they go: --certificate and --key, or security.certificate and security.key in the configuration',
    )
  }
  return { certificate: locations.certificate, key: locations.key }
}

/** A SOAP toolkit that calls the interop service through its WSDL, and what it cannot do. */
import { fileURLToPath } from 'node:url'
import type { VersionName } from '../../../../src/transport.js'
import type { Column } from '../../../support/limits.js'

export interface Toolkit extends Column {
  readonly versions: readonly VersionName[]
  /**
   * Makes what it makes of the WSDLs before it can call.
   *
   * @param base    URL below which each plugin has its path
   * @param folder  empty, for what is made
   * @returns how its client is run: the base and the version of SOAP are put behind it
   */
  prepare(base: string, folder: string): Command | Promise<Command>
}

export interface Command {
  readonly command: string
  readonly parameters: readonly string[]
}

/** The folder of the clients' sources. */
export const SOURCES = fileURLToPath(
  new URL('../../../../../test/interop/contract/clients/', import.meta.url),
)

/** A client that reads the WSDL when it runs. */
export function script(command: string, source: string, ...more: readonly string[]): Command {
  return { command, parameters: [SOURCES + source, ...more] }
}

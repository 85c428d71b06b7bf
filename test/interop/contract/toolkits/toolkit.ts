/** A SOAP toolkit that calls the interop service through its WSDL, and what it cannot do. */
import { fileURLToPath } from 'node:url'
import type { VersionName } from '../../../../src/transport.js'

export interface Toolkit {
  readonly name: string
  /** Heads its column of the table. */
  readonly title: string
  readonly versions: readonly VersionName[]
  /**
   * Makes what it makes of the WSDLs before it can call.
   *
   * @param base    URL below which each plugin has its path
   * @param folder  empty, for what is made
   * @returns how its client is run: the base and the version of SOAP are put behind it
   */
  prepare(base: string, folder: string): Command | Promise<Command>
  /** What it does not do, each looked at. */
  readonly limits: readonly Limit[]
}

export interface Command {
  readonly command: string
  readonly parameters: readonly string[]
}

export interface Limit {
  /** Names of features. */
  readonly features: readonly string[]
  /** Default: in every version that it has. */
  readonly soap?: VersionName | undefined
  /** Why: the end of a sentence that begins with its name. */
  readonly why: string
}

/** The folder of the clients' sources. */
export const SOURCES = fileURLToPath(
  new URL('../../../../../test/interop/contract/clients/', import.meta.url),
)

/** A client that reads the WSDL when it runs. */
export function script(command: string, source: string, ...more: readonly string[]): Command {
  return { command, parameters: [SOURCES + source, ...more] }
}

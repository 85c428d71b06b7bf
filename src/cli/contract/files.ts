/** The files of a contract that a command reads, with those of an XML catalog, and what it describes them. */
import { resolve } from 'node:path'
import { printable } from '../../base/printable.js'
import { filesWith } from '../../contract/wsdl/read/library.js'
import type { Library } from '../../schema/read/library.js'
import { note } from '../command/print.js'

/**
 * @param catalog  as it stands on the command line
 * @throws WaybillError WAYBILL_CONTRACT_INVALID if it is none
 */
export function filesOf(catalog: string | undefined): Library {
  return filesWith(catalog === undefined ? undefined : resolve(catalog))
}

/** Told on standard error. */
export function warn(warnings: readonly string[]): void {
  for (const warning of warnings) note(printable(`warning: ${warning}`))
}

/** A plugin after its factory has run. */
import type { Contract } from '../../contract/contract.js'
import type { Plugin } from '../../plugin.js'

export interface LoadedPlugin {
  /** Its name in the configuration: also its own path, and its own mailbox. */
  readonly name: string
  /** Where it was found, for people to read. */
  readonly from: string
  readonly definition: Plugin
  /** True if it is called at its own path only, and not where the node as a whole is addressed. Default: false. */
  readonly ownPath?: boolean | undefined
  /** The contract that it is given as; undefined for one whose operations describe themselves. */
  readonly contract?: Contract | undefined
}

/** A plugin after its factory has run. */
import type { Plugin } from '../plugin.js'

export interface LoadedPlugin {
  /** Its name in the configuration: also its own path, and its own mailbox. */
  readonly name: string
  /** Where it was found, for people to read. */
  readonly from: string
  readonly definition: Plugin
}

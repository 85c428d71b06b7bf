/** What a node is made from, before any of its parts is there. */
import type { Logger } from '../base/log.js'
import type { Shown } from '../config/secrets.js'
import type { LiveNode } from '../operate/admin/sources.js'
import type { LoadedPlugin } from '../path/plugins/loaded.js'
import type { Configuration } from '../path/plugins/transports.js'
import type { Engines } from '../path/validation/open.js'

/** What its parts are made from. */
export interface Basis extends Omit<Configuration, 'folder'>, Engines, LiveNode {
  readonly plugins: readonly LoadedPlugin[]
  readonly log: Logger
  /** What names secrets in the configuration. Default: every secret stands there itself. */
  readonly references?: Shown | undefined
  /** Ends the waiting for a queue that cannot be reached. */
  readonly stopping: AbortSignal
  /** Once aborted, what still runs while the parts are closed is cut off. */
  readonly cut: AbortSignal
}

/** What a node is asked to be made of. */
export interface NodeInput
  extends Configuration,
    Omit<Basis, 'folder' | 'plugins' | keyof Engines> {
  pluginLog(plugin: string): Logger
}

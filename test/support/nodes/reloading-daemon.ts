/** A daemon whose configuration file a test writes anew, and which then gets SIGHUP. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { folderOf } from '../folder.js'
import type { OtherBounds } from './bounds.js'
import { type RunningDaemon, startBounded, startDaemon } from './daemon.js'

export const RELOADED = 'the configuration was reloaded'
export const REFUSED = 'the configuration was not reloaded: the previous one stays in effect'

export interface ReloadingDaemon {
  readonly daemon: RunningDaemon
  readonly folder: string
  /** Writes the file anew, sends SIGHUP, and gives the line of the log that tells what came of it. */
  reload(text: string): Promise<Record<string, unknown>>
}

/**
 * @param files   beside the configuration, by name
 * @param bounds  default: those that a node has
 */
export async function reloadingDaemon(
  t: ExecutionContext,
  text: string,
  files: Readonly<Record<string, string>> = {},
  bounds?: OtherBounds,
): Promise<ReloadingDaemon> {
  const folder = folderOf(t, { ...files, 'w.yaml': text })
  const file = join(folder, 'w.yaml')
  const options = ['--config', file]
  const daemon = await (bounds ? startBounded(bounds, [], options) : startDaemon([], options))
  t.teardown(() => daemon.process.kill('SIGKILL'))
  const isReported = ({ msg }: Record<string, unknown>) => msg === RELOADED || msg === REFUSED
  return {
    daemon,
    folder,
    async reload(changed) {
      writeFileSync(file, changed)
      const before = daemon.log.filter(isReported).length
      daemon.process.kill('SIGHUP')
      let count = 0
      const seen = new Set<object>()
      return daemon.logged((line) => {
        if (isReported(line) && !seen.has(line)) {
          seen.add(line)
          count += 1
        }
        return isReported(line) && count > before
      })
    },
  }
}

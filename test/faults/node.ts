/** A node whose process can be killed and started again on the same state, with the plugins of the suite. */
import { join } from 'node:path'
import { type RunningDaemon, startDaemon } from '../support/daemon.js'
import { folderOf } from '../support/folder.js'
import { LedgerLines } from './ledger-lines.js'
import { QUEUED_PLUGIN } from './queued-plugin.js'

interface Teardown {
  teardown(clean: () => void | Promise<void>): void
}

export interface FaultNode {
  readonly folder: string
  /** Folder of the plugin with the queued operations. */
  readonly plugin: string
  readonly ledger: LedgerLines
  /** The process that runs now. */
  readonly daemon: RunningDaemon
  start(): Promise<RunningDaemon>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
}

export interface FaultNodeOptions {
  /** `key.path=value` settings; none for the queue is the embedded one. */
  readonly settings: readonly string[]
  /** Holds the state and the ledger. Default: one of its own. */
  readonly folder?: string
  /** Name of the ledger's file in it. Default `ledger.jsonl`. */
  readonly ledger?: string
  /** Default `all`. */
  readonly role?: 'all' | 'listener' | 'worker'
}

export function faultNode(t: Teardown, options: FaultNodeOptions): FaultNode {
  const { settings, role = 'all', ledger = 'ledger.jsonl' } = options
  const plugin = folderOf(t, { 'queued.mjs': QUEUED_PLUGIN })
  const folder = options.folder ?? folderOf(t, {})
  const file = join(folder, ledger)
  let daemon: RunningDaemon | undefined
  const kill = async () => {
    daemon?.process.kill('SIGKILL')
    await daemon?.ended()
  }
  t.teardown(kill)
  return {
    folder,
    plugin,
    ledger: new LedgerLines(file),
    get daemon() {
      if (!daemon) throw new Error('the node was not started')
      return daemon
    },
    async start() {
      const plugins = [{ use: 'ledger', options: { file } }, { use: join(plugin, 'queued.mjs') }]
      daemon = await startDaemon(
        [
          `stateDir=${join(folder, 'state')}`,
          `node.role=${role}`,
          `plugins=${JSON.stringify(plugins)}`,
          ...settings,
        ],
        [],
        role === 'worker' ? 'working' : 'listening',
      )
      return daemon
    },
    kill,
  }
}

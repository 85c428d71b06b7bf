/** A node whose process can be killed and started again on the same state, with the plugin of the suite. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Readiness } from '../../src/operate/admin/health.js'
import { folderOf } from '../support/folder.js'
import { cleanEnvironment } from '../support/nodes/cli.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { Effects } from './effects.js'
import { EFFECTS_PLUGIN } from './effects-plugin.js'
import { now, pause, type Span } from './moments.js'

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url))

interface Teardown {
  teardown(clean: () => void | Promise<void>): void
}

export interface FaultNode {
  readonly stateDir: string
  /** Folder of the plugin: a file `release` in it ends what holds. */
  readonly plugin: string
  readonly effects: Effects
  /** When it was killed: from before the signal until it was gone. */
  readonly kills: readonly Span[]
  /** The process that runs now. */
  readonly daemon: RunningDaemon
  start(): Promise<RunningDaemon>
  /** Starts it, and kills it so many milliseconds later, ready or not. */
  stillborn(milliseconds: number): Promise<void>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** URL of its health. */
  health(path?: 'live' | 'ready'): string
  /** What its check of the queue tells an operator. */
  queueCheck(): Promise<string>
}

export interface FaultNodeOptions {
  /** `key.path=value` settings; none for the queue is the embedded one. */
  readonly settings?: readonly string[]
  /** Default: a folder of its own. */
  readonly stateDir?: string
  /** What the plugin writes its lines to. Default: a file of its own. */
  readonly file?: string
  /** Default: a folder of its own. */
  readonly plugin?: string
  /** Default `all`. */
  readonly role?: 'all' | 'listener' | 'worker'
  /** Command that runs it, such as `env NAME=value`. */
  readonly within?: readonly string[]
}

export function faultNode(t: Teardown, options: FaultNodeOptions = {}): FaultNode {
  const { settings = [], role = 'all', within = [] } = options
  const plugin = options.plugin ?? folderOf(t, { 'effects.mjs': EFFECTS_PLUGIN })
  const stateDir = options.stateDir ?? join(folderOf(t, {}), 'state')
  const file = options.file ?? join(folderOf(t, {}), 'effects.jsonl')
  const kills: Span[] = []
  let daemon: RunningDaemon | undefined
  let young: ChildProcess | undefined
  const plugins = [{ use: join(plugin, 'effects.mjs'), options: { file } }]
  const all = [
    `stateDir=${stateDir}`,
    `node.role=${role}`,
    `plugins=${JSON.stringify(plugins)}`,
    ...settings,
  ]
  const end = async () => {
    young?.kill('SIGKILL')
    daemon?.process.kill('SIGKILL')
    await daemon?.ended()
  }
  t.teardown(end)
  return {
    stateDir,
    plugin,
    kills,
    effects: new Effects(file),
    get daemon() {
      if (!daemon) throw new Error('the node was not started')
      return daemon
    },
    async start() {
      daemon = await startDaemon(all, [], role === 'worker' ? 'working' : 'listening', within)
      return daemon
    },
    async stillborn(milliseconds) {
      const flags = ['http.port=0', 'admin.port=0', 'smtp.port=0', ...all]
      const parameters = [MAIN, 'serve', ...flags.flatMap((setting) => ['--set', setting])]
      young = spawn(process.execPath, parameters, { stdio: 'ignore', env: cleanEnvironment() })
      const gone = once(young, 'exit')
      await pause(milliseconds)
      const from = now()
      young.kill('SIGKILL')
      await gone
      kills.push({ from, to: now() })
      young = undefined
    },
    async kill() {
      const from = now()
      daemon?.process.kill('SIGKILL')
      await daemon?.ended()
      kills.push({ from, to: now() })
    },
    health(path = 'ready') {
      const line = daemon?.log.find(({ msg }) => msg === 'health is available')
      const [url = ''] = (line?.listening ?? []) as readonly string[]
      return `${url}/health/${path}`
    },
    async queueCheck() {
      const { problems = [] }: Partial<Readiness> = JSON.parse(
        (await (await daemon?.admin('/health/ready'))?.text()) ?? '{}',
      )
      return problems.find(({ name }) => name === 'queue-unavailable')?.summary ?? ''
    },
  }
}

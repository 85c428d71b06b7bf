/** Runs the built daemon as a process of its own on a free port, as an operator would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readStateToken } from '../../../src/security/credentials/state-token.js'
import { eachLine } from '../lines.js'
import { Turns } from '../turns.js'
import { Waiting } from '../waiting.js'
import type { OtherBounds } from './bounds.js'
import { cleanEnvironment } from './cli.js'

/** Starts at once: the tests of a file begin together, and a machine may have two cores. */
const starts = new Turns(3)
/** As the units and the image have them. */
export const BOUNDS_OF_MEMORY = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=8',
} as const

const MAIN = fileURLToPath(new URL('../../../src/main.js', import.meta.url))
const BOUNDED = fileURLToPath(new URL('./bounded-daemon.js', import.meta.url))

export interface RunningDaemon {
  readonly url: string
  readonly port: number
  readonly process: ChildProcess
  readonly stateDir: string
  /** Asks its admin listener, with the token in its state folder unless the headers say who asks. */
  admin(path: string, init?: RequestInit): Promise<Response>
  /** Every line of its log so far, parsed. */
  readonly log: readonly Record<string, unknown>[]
  /** Every line of its log so far, as it was written. */
  readonly lines: readonly string[]
  /** Waits for a log line, past or future. */
  logged(matches: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  /** Waits for what it says on standard error once it listens. */
  greeted(): Promise<string>
  /** Resident memory in bytes. */
  memory(): Promise<number>
  /** Waits for its end and gives its exit code; null if a signal ended it. */
  ended(): Promise<number | null>
  /** Ends it by SIGTERM and gives its exit code. */
  stop(): Promise<number | null>
}

/**
 * @param settings  `key.path=value` settings over the default configuration; without one about the
 *   queue, jobs are kept in memory; without one about its state, that goes when the daemon ends
 * @param ready  the sentence of the log that says that it runs; without a listener, `url` is empty
 * @param within  command that runs it, such as `ip netns exec one`; it must become the process itself
 */
export function startDaemon(
  settings: readonly string[] = [],
  options: readonly string[] = [],
  ready: 'listening' | 'working' = 'listening',
  within: readonly string[] = [],
): Promise<RunningDaemon> {
  return start([...within, process.execPath, MAIN, 'serve', ...options], settings, ready)
}

/** One with other bounds than a node has. */
export function startBounded(
  bounds: OtherBounds,
  settings: readonly string[] = [],
  options: readonly string[] = [],
): Promise<RunningDaemon> {
  // Plugins import the modules that it is made of, and not the bundle of them.
  const node = [process.execPath, '--conditions=modules']
  const program = [...node, BOUNDED, JSON.stringify(bounds), ...options]
  return start(program, settings, 'listening')
}

async function start(
  program: readonly string[],
  settings: readonly string[],
  ready: 'listening' | 'working',
): Promise<RunningDaemon> {
  const input = settings.some((setting) =>
    /^(queue\.(url|cluster|sentinels)|stateDir)=/.test(setting),
  )
  const stateSet = settings.findLast((setting) => setting.startsWith('stateDir='))
  const stateDir =
    stateSet?.slice('stateDir='.length) ?? mkdtempSync(join(tmpdir(), 'waybill-state-'))
  const own = [
    `stateDir=${stateDir}`,
    'http.port=0',
    'admin.port=0',
    // A section of its own, which is not there for a node that does not load it.
    ...(settings.some((setting) => setting.startsWith('transports=')) ? [] : ['smtp.port=0']),
    ...(input ? [] : ['queue.url=memory:']),
  ]
  const flags = [...own, ...settings].flatMap((setting) => ['--set', setting])
  const [command = '', ...rest] = [...program, ...flags]
  const begun = await starts.take()
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: cleanEnvironment(BOUNDS_OF_MEMORY),
  })
  const log: Record<string, unknown>[] = []
  const lines: string[] = []
  const waiting = new Waiting()
  eachLine(child.stdout, (line) => {
    lines.push(line)
    log.push(JSON.parse(line))
    waiting.changed()
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  // Not at its exit: its last lines may still be on their way then.
  const exited = once(child, 'close') as Promise<[number | null]>
  exited.then(
    ([code]) => waiting.over(new Error(`the daemon exited with ${code}: ${complaint}`)),
    (error) => waiting.over(error),
  )
  if (stateSet === undefined) {
    const clear = () => rmSync(stateDir, { recursive: true, force: true })
    exited.then(clear, clear)
  }

  const ended = async () => (await exited)[0]
  const logged: RunningDaemon['logged'] = (matches) => {
    let seen = 0
    const next = () => {
      while (seen < log.length) {
        const line = log[seen] ?? {}
        seen += 1
        if (matches(line)) return line
      }
      return undefined
    }
    return waiting.until(next, () => `such a log line; the last were ${lines.slice(-5).join('\n')}`)
  }

  const started = await logged((line) => line.msg === ready).finally(begun)
  const [url = ''] = (started.listening ?? []) as readonly string[]
  return {
    url,
    port: url === '' ? 0 : Number(new URL(url).port),
    process: child,
    stateDir,
    async admin(path, init = {}) {
      const { listening } = await logged(({ msg }) => msg === 'health is available')
      const headers = new Headers(init.headers)
      if (!headers.has('cookie') && !headers.has('authorization')) {
        headers.set('authorization', `Bearer ${readStateToken(stateDir)}`)
      }
      return fetch(String(listening) + path, { ...init, headers })
    },
    log,
    lines,
    logged,
    async greeted() {
      while (!complaint.endsWith('\n\n')) await once(child.stderr, 'data')
      return complaint
    },
    async memory() {
      const { readFile } = await import('node:fs/promises')
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
    },
    ended,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      return ended()
    },
  }
}

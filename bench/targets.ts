/** What is measured, each in a process of its own: a bare node:http server, and the node. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BenchOptions } from './options.js'

/** Milliseconds until a process that does not start or stop is given up. */
const PATIENCE = 10_000

/** Characters of what a process says that are looked at for its URL. */
const MAX_OUTPUT = 100_000

export const BARE = fileURLToPath(new URL('./bare.js', import.meta.url))
export const PROXY = fileURLToPath(new URL('./proxy.js', import.meta.url))
const NODE = fileURLToPath(new URL('../src/main.js', import.meta.url))

export interface TargetPlan {
  readonly name: string
  /** Arguments of the process. */
  readonly command: readonly string[]
  /** What is run. Default: Node.js. */
  readonly program?: string
  /** Finds the URL in what it says. Default: the first one that is followed by a space. */
  readonly which?: RegExp
  /** False if its answers say the same in other words. Default: true. */
  readonly exact?: boolean
  /** True if it closes every connection behind an answer: what is on its way to it then is lost. Default: false. */
  readonly closes?: boolean
  /** Authority of its certificate, in PEM. Default: it has none. */
  readonly ca?: string
  /** Milliseconds until it is given up if it does not start. Default: 10 s. */
  readonly patience?: number
}

export interface Target {
  readonly name: string
  readonly pid: number
  readonly url: string
  /** True if its answers are expected to the letter. */
  readonly exact: boolean
  readonly closes: boolean
  readonly ca?: string | undefined
  stop(): Promise<void>
}

const QUIET = ['log.level=warn']
const UNWATCHED = [...QUIET, 'journal.enabled=false']
const UNVALIDATED = [...QUIET, 'soap.validate=false']

/** The first is the baseline of the others. */
export function plansOf({ beside }: BenchOptions): readonly TargetPlan[] {
  const other = beside === undefined ? [] : [beside]
  return [
    { name: 'bare node:http', command: [BARE] },
    { name: 'node, validation off', command: serve(NODE, UNVALIDATED) },
    ...other.map((main) => ({ name: '  beside it', command: serve(main, UNVALIDATED) })),
    { name: 'node, validation on', command: serve(NODE, QUIET) },
    ...other.map((main) => ({ name: '  beside it', command: serve(main, QUIET) })),
    { name: 'node without a journal', command: serve(NODE, UNWATCHED) },
    { name: 'node, as configured by default', command: serve(NODE, []) },
    ...other.map((main) => ({ name: '  beside it', command: serve(main, []) })),
  ]
}

/** Arguments of a node that sends everything on. */
export function relaying(next: string, uri: string): readonly string[] {
  return serve(NODE, [...QUIET, `node.uri=${uri}`, `routes=[{to: "${next}"}]`])
}

/** Arguments of a node with free ports, which forgets all at its end. */
export function serve(main: string | undefined, settings: readonly string[]): readonly string[] {
  return argumentsOf(main ?? NODE, ['queue.url=memory:', ...settings])
}

/** Arguments of a node with free ports that keeps its state in a folder. */
export function serveIn(stateDir: string, settings: readonly string[]): readonly string[] {
  return argumentsOf(NODE, [`stateDir=${stateDir}`, ...settings])
}

function argumentsOf(main: string, settings: readonly string[]): readonly string[] {
  // The load keeps its connections for a whole slice, which may be more than 10,000 requests, and comes from one
  // address, with as many bodies of 1 MiB at once as it has connections.
  const own = ['http.port=0', 'admin.port=0', 'smtp.port=0']
  const room = ['http.maxRequestsPerConnection=1000000000', 'http.maxReceivingPerAddress=200MiB']
  const all = [...own, ...room, ...settings]
  return [main, 'serve', ...all.flatMap((setting) => ['--set', setting])]
}

/**
 * Starts a process without our environment and with its log thrown away, and waits for its URL.
 *
 * @param which  finds the URL in what it says
 */
export async function startTarget(
  plan: TargetPlan,
  which = plan.which ?? /https?:\/\/\S+?(?=[.,]?\s)/,
): Promise<Target> {
  const { name, command, program = process.execPath, exact = true, closes = false, ca } = plan
  const child = spawn(program, command, { stdio: ['ignore', 'ignore', 'pipe'], env: {} })
  const stop = () => stopped(child)
  // However this process ends, as when nobody reads what it prints any more.
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  try {
    const url = await announced(child, { name, patience: plan.patience ?? PATIENCE, which })
    return { name, pid: child.pid ?? 0, url, exact, closes, ca, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function announced(
  child: ChildProcess,
  { name, which, patience }: Required<Pick<TargetPlan, 'name' | 'which' | 'patience'>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (why: string) => reject(new Error(`${name} ${why}: ${output.trim()}`))
    const timer = setTimeout(() => fail('did not start in time'), patience)
    child.once('exit', () => fail('ended'))
    child.stderr?.on('data', (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT) output += chunk
      const url = which.exec(output)?.[0]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  await exit
  clearTimeout(timer)
}

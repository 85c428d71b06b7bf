/** Runs commands of the built command line and gives what each said and how it ended. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from './commands.js'

export const MAIN = fileURLToPath(new URL('../../../src/main.js', import.meta.url))
const COMMANDS = fileURLToPath(new URL('./commands.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly folder?: string
}

/** What else says how a command shall write; a terminal of a CI has no colours. */
const COLOURS: readonly string[] = [
  'NO_COLOR',
  'FORCE_COLOR',
  'NODE_DISABLE_COLORS',
  'CI',
  'TEAMCITY_VERSION',
]

/** An environment without a configuration of the person who runs the tests. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('WAYBILL_') && !COLOURS.includes(name),
  )
  return { ...Object.fromEntries(own), ...more }
}

/** The process that runs the commands of a test file, and the files without a name that they write to. */
interface Commands {
  readonly child: ChildProcess
  readonly out: number
  readonly err: number
}

let commands: Commands | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command in the one process that runs all commands of a test file, one after another: to
 * load the command line takes fifty times as long as to run most commands.
 */
export function cli(args: readonly string[], options: CliOptions = {}): Promise<Ended> {
  const ended = last.then(() => ask(args, options))
  last = ended.catch(() => undefined)
  return ended
}

async function ask(args: readonly string[], { environment, folder }: CliOptions): Promise<Ended> {
  commands ??= started()
  const { child, out, err } = commands
  const before = { out: fstatSync(out).size, err: fstatSync(err).size }
  // It keeps this process only while somebody waits for it.
  child.ref()
  child.channel?.ref()
  const over = new AbortController()
  const command: Command = { args, folder, environment: cleanEnvironment(environment) }
  child.send(command)
  try {
    const died = once(child, 'exit', over).then(([code, signal]) => {
      commands = undefined
      const ended = `waybill ${args.join(' ')} ended the process of all commands: ${signal ?? code}`
      throw new Error(`${ended}\n${written(err, before.err)}`)
    })
    const [code] = await Promise.race([once(child, 'message', over), died])
    return { code, out: written(out, before.out), err: written(err, before.err) }
  } finally {
    over.abort()
    child.channel?.unref()
    child.unref()
  }
}

function started(): Commands {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-commands-'))
  const [out, err] = [openSync(join(folder, 'out'), 'w+'), openSync(join(folder, 'err'), 'w+')]
  rmSync(folder, { recursive: true })
  return { child: fork(COMMANDS, { stdio: ['ignore', out, err, 'ipc'] }), out, err }
}

function written(file: number, from: number): string {
  const bytes = Buffer.alloc(fstatSync(file).size - from)
  readSync(file, bytes, 0, bytes.length, from)
  return bytes.toString('utf8')
}

/**
 * Runs a command in a process of its own, as a shell does.
 *
 * @param to  file that its standard output goes to, byte for byte, in place of `out`
 */
export async function cliProcess(
  args: readonly string[],
  { environment = {}, folder }: CliOptions = {},
  to?: string,
): Promise<Ended> {
  const file = to === undefined ? undefined : openSync(to, 'w')
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
    env: cleanEnvironment(environment),
    cwd: folder,
  })
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (file !== undefined) closeSync(file)
  return { code, out, err }
}

/** Runs the built command line as a process and gives what it said and how it ended. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../src/main.js', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly folder?: string
  /** File that its standard output goes to, byte for byte, in place of `out`. */
  readonly to?: string
}

/** An environment without a configuration of the person who runs the tests. */
export function cleanEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('WAYBILL_'))
  return { ...Object.fromEntries(own), ...more }
}

/** Processes at once: the tests of a file begin together, and a machine may have two cores. */
const AT_ONCE = 3
const waiting: (() => void)[] = []
let running = 0

export async function cli(args: readonly string[], options: CliOptions = {}): Promise<Ended> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await run(args, options)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

async function run(
  args: readonly string[],
  { environment = {}, folder, to }: CliOptions,
): Promise<Ended> {
  const file = to === undefined ? undefined : openSync(to, 'w')
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', file ?? 'pipe', 'pipe'],
    env: cleanEnvironment(environment),
    ...(folder !== undefined && { cwd: folder }),
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

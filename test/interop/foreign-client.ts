/** Runs SOAP clients that were not written here: a process for each call, with a deadline. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { VersionName } from '../../src/transport.js'
import { fromLines, toLines } from './lines.js'

const execute = promisify(execFile)
const DEADLINE = 60_000

/** What a client is asked to do; its script in `clients/` reads it from standard input as JSON. */
export interface Call {
  readonly url: string
  readonly soap: VersionName
  readonly namespace: string
  readonly operation: string
  /** In the order in which the client writes them. */
  readonly parameters: readonly (readonly [name: string, value: string | number])[]
  readonly header?: {
    readonly namespace: string
    readonly name: string
    readonly value: string
    readonly mustUnderstand: boolean
    /** True for the actor `next`, false for none. */
    readonly next: boolean
  }
  /** What only one client knows. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** What the client understood of the answer, as its script writes it to standard output. */
export interface Answer {
  readonly result?: string | number
  readonly fault?: {
    /** As the client gives it, with the prefix from the wire. */
    readonly code: string
    /** Namespaced names of SOAP 1.2's subcodes, from a client that reads them. */
    readonly subcodes?: readonly string[]
    readonly reason: string
    /** Local name of the first entry of detail. */
    readonly detail: string | null
  }
  /** Header blocks of the answer: texts by local names. */
  readonly headers: Readonly<Record<string, string>>
}

export type ForeignClient = (call: Call) => Promise<Answer>

/** The folder of the clients, with the WSDL for those that need one. */
export const CLIENTS = fileURLToPath(new URL('clients/', import.meta.url))

/** A client that reads a call as JSON and writes its answer so: a script in `clients/`, or a program. */
export function foreignClient(command: string, script?: string): ForeignClient {
  const parameters = script === undefined ? [] : [CLIENTS + script]
  return async (call) => {
    const output = await run(command, parameters, JSON.stringify(call))
    return JSON.parse(output.toString('utf8'))
  }
}

/** A script in `clients/` that reads JSON and writes JSON. */
export function foreignScript(command: string, script: string) {
  return async (input: unknown): Promise<unknown> =>
    JSON.parse((await run(command, [CLIENTS + script], JSON.stringify(input))).toString('utf8'))
}

/** A client that reads a call as lines, and writes its answer so; see `lines.ts`. */
export function lineClient(command: string, ...parameters: readonly string[]): ForeignClient {
  return async (call) => {
    const output = await run(command, parameters, toLines(call))
    return fromLines(output.toString('utf8'))
  }
}

/**
 * @param input  what the process reads on its standard input
 * @returns what it wrote to its standard output
 * @throws Error with what it wrote to standard error, if it fails or is not done in time
 */
export async function run(
  command: string,
  parameters: readonly string[],
  input: string | Uint8Array = '',
  { folder, deadline = DEADLINE }: { readonly folder?: string; readonly deadline?: number } = {},
): Promise<Buffer> {
  const running = execute(command, parameters, {
    encoding: 'buffer',
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    timeout: deadline,
    killSignal: 'SIGKILL',
  })
  // A client that ends before it has read everything says why on standard error.
  running.child.stdin?.on('error', () => undefined).end(input)
  return (await running).stdout
}

/**
 * Runs commands for `sh` in a folder, up to the first that fails.
 * @throws Error  as `run` does; what the commands have started is ended with them after 100 s
 */
export function shell(commands: string, folder: string): Promise<Buffer> {
  const deadline = 2 * DEADLINE
  return run('timeout', ['100', 'sh', '-ec', commands], '', { folder, deadline })
}

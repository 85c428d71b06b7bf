/** A server of another stack: a process that writes its addresses, and then a line for each run of an operation. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestFn } from 'ava'
import type { VersionName } from '../../src/transport.js'
import { eachLine } from '../support/lines.js'
import { Waiting } from '../support/waiting.js'

export interface Server {
  /** For each version of SOAP. */
  readonly addresses: Readonly<Record<VersionName, string>>
  /** How often an operation has run for this item, reservation or text. */
  runs(item: string): number
  /** Waits until an operation has run for it. */
  ran(operation: string, item: string): Promise<string>
  end(): Promise<void>
}

/** Starts it before the tests of a file, and ends it after those. */
export function openServer(test: TestFn, command: () => readonly string[]): () => Server {
  let server: Server | undefined
  test.serial.before(async () => {
    server = await startServer(command())
  })
  test.after.always(async () => {
    await server?.end()
  })
  return () => {
    if (server === undefined) throw new Error('the server has not started')
    return server
  }
}

export async function startServer(command: readonly string[]): Promise<Server> {
  const [program = '', ...parameters] = command
  const child = spawn(program, parameters, { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines: string[] = []
  const waiting = new Waiting()
  eachLine(child.stdout, (line) => {
    lines.push(line)
    waiting.changed()
  })
  const ended = once(child, 'close')
  ended.then(
    ([code]) => waiting.over(new Error(`${command.at(-1)} ended with ${code}`)),
    (error) => waiting.over(error),
  )
  const first = await waiting.until(
    () => lines[0],
    () => 'the addresses of the server',
  )
  const [eleven = '', twelve = eleven] = first.split(' ')
  return {
    addresses: { '1.1': eleven, '1.2': twelve },
    runs: (item) => lines.filter((line) => line.endsWith(` ${item}`)).length,
    ran: (operation, item) =>
      waiting.until(
        () => lines.find((line) => line === `${operation} ${item}`),
        () => `a run of ${operation}; the last were ${lines.slice(-5).join(', ')}`,
      ),
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

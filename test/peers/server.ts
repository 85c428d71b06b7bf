/** A server of another stack: a process that writes its address, and then a line for each run of an operation. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { eachLine } from '../support/lines.js'
import { Waiting } from '../support/waiting.js'

export interface Server {
  readonly address: string
  /** How often an operation has run for this item, reservation or text. */
  runs(item: string): number
  end(): Promise<void>
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
  const address = await waiting.until(
    () => lines[0],
    () => 'the address of the server',
  )
  return {
    address,
    runs: (item) => lines.filter((line) => line.endsWith(` ${item}`)).length,
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

/** A program of another stack, which calls a node: a process that takes a call as a line, and answers with one. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { eachLine } from '../support/lines.js'
import { Waiting } from '../support/waiting.js'

/** Names and values, of a call as of its answer. */
export type Fields = Readonly<Record<string, string>>

/**
 * What a peer understood: `result`; `declared`, the class of a fault that the contract declares, with
 * what its detail holds; `fault`, the code of any other, with its `reason`; or `error`, whatever else
 * it threw. With each of them `ms`, how long the call took, and `turn`, the number of the call.
 */
export type Answer = Fields

export interface Client {
  /** One call after the other: a call waits for the answer of the call before it. */
  call(operation: string, fields: Fields): Promise<Answer>
  end(): Promise<void>
}

/** @param folder  where the command runs */
export function startClient(command: readonly string[], folder: string): Client {
  const [program = '', ...parameters] = command
  const child = spawn(program, parameters, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
  const answers: Answer[] = []
  const waiting = new Waiting()
  eachLine(child.stdout, (line) => {
    answers.push(Object.fromEntries(new URLSearchParams(line)))
    waiting.changed()
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000)
  })
  const ended = once(child, 'close')
  ended.then(
    ([code]) => waiting.over(new Error(`${program} ended with ${code}: ${complaint}`)),
    (error) => waiting.over(error),
  )
  // What a process that has ended leaves unread, its end explains.
  child.stdin.on('error', () => undefined)
  let before: Promise<unknown> = Promise.resolve()
  let turns = 0
  return {
    call(operation, fields) {
      const answer = before.then(() => {
        turns += 1
        // An answer that comes after its call was given up is not that of the next call.
        const turn = String(turns)
        child.stdin.write(`${new URLSearchParams({ turn, operation, ...fields })}\n`)
        return waiting.until(
          () => answers.find((one) => one.turn === turn),
          () => `an answer to ${operation}; ${complaint}`,
        )
      })
      before = answer.catch(() => undefined)
      return answer
    },
    async end() {
      child.stdin.end()
      await ended
    },
  }
}

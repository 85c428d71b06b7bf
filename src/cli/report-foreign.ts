/** Prints an error of a peer, of the store or of a schema, and chooses the exit code; loaded when there is one. */
import { codeOf } from '../base/errno.js'
import { printable } from '../base/printable.js'
import { FaultAnswer } from '../client/fault-answer.js'
import { UnexpectedAnswer } from '../client/unexpected-answer.js'
import { EXIT } from '../errors.js'
import { InvalidSchema } from '../schema/engine.js'
import { QueueUnavailable } from '../store/queue/queue.js'
import { Undeliverable } from '../transport.js'
import { faultLines } from './call/output.js'

/** What to do about a connection that failed, by the code of the system. */
const UNREACHED: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'Nobody listens there: start the node, or correct host and port.'],
  ['ENOTFOUND', 'No machine has that name: correct it.'],
  ['EAI_AGAIN', 'The name cannot be looked up now: look at the DNS of this machine.'],
  ['EHOSTUNREACH', 'No way leads there: look at the network and at the firewall.'],
])

/** @returns the exit code */
export function reportForeign(error: unknown): number {
  if (error instanceof FaultAnswer) {
    process.stderr.write(faultLines(error))
    return error.code === 'Server' || error.code === undefined ? EXIT.software : EXIT.dataError
  }
  if (error instanceof UnexpectedAnswer) {
    print(printable(`The answer cannot be used: ${error.message}`))
    return EXIT.protocol
  }
  if (error instanceof Undeliverable) {
    const advice = UNREACHED.get(codeOf(error.cause))
    print(`${printable(error.message)}${advice === undefined ? '' : `\n  ${advice}`}`)
    return EXIT.unavailable
  }
  if (error instanceof QueueUnavailable) {
    print(`The queue is not available: ${error.message}`)
    return EXIT.unavailable
  }
  if (error instanceof InvalidSchema) {
    const { file, location, message } = error
    print(`${file} is no usable schema: ${location === file ? '' : `${location}: `}${message}`)
    return EXIT.dataError
  }
  print(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return EXIT.software
}

function print(text: string): void {
  process.stderr.write(`${text}\n`)
}

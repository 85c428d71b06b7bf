/** Prints an error for the operator, and chooses the exit code. */
import { CommanderError } from 'commander'
import { codeOf } from '../base/errno.js'
import { printable } from '../base/printable.js'
import { FaultAnswer } from '../client/fault-answer.js'
import { UnexpectedAnswer } from '../client/unexpected-answer.js'
import { EXIT, WaybillError } from '../errors.js'
import { InvalidSchema } from '../schema/engine.js'
import { QueueUnavailable } from '../store/queue/queue.js'
import { Undeliverable } from '../transport.js'
import { faultLines } from './call/output.js'
import { WrongUsage } from './command/wrong-usage.js'

/** What to do about a connection that failed, by the code of the system. */
const UNREACHED: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'Nobody listens there: start the node, or correct host and port.'],
  ['ENOTFOUND', 'No machine has that name: correct it.'],
  ['EAI_AGAIN', 'The name cannot be looked up now: look at the DNS of this machine.'],
  ['EHOSTUNREACH', 'No way leads there: look at the network and at the firewall.'],
])

/** @returns the exit code */
export function reportError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof WrongUsage) {
    print(`error: ${error.message}`)
    return EXIT.usage
  }
  if (error instanceof WaybillError) {
    print(`${error.code}: ${error.message}\n  ${error.hint}`)
    return error.exitCode
  }
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

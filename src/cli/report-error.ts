/** Prints an error for the operator, and chooses the exit code. */
import { CommanderError } from 'commander'
import { EXIT, WaybillError } from '../errors.js'
import { WrongUsage } from './command/wrong-usage.js'

/** @returns the exit code */
export async function reportError(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof WrongUsage) {
    process.stderr.write(`error: ${error.message}\n`)
    return EXIT.usage
  }
  if (error instanceof WaybillError) {
    process.stderr.write(`${error.code}: ${error.message}\n  ${error.hint}\n`)
    return error.exitCode
  }
  const { reportForeign } = await import('./report-foreign.js')
  return reportForeign(error)
}

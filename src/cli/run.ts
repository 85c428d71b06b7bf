/** Runs the command line: the entry of the bundle, for the process entry. */
import { createProgram } from './program.js'
import { reportError } from './report-error.js'

/** Never rejects: an error is printed, and becomes the exit code of the process. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    await (await createProgram(args)).parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = await reportError(error)
  }
}

#!/usr/bin/env node
/** Process entry: arguments in, exit code out. */
import { createProgram } from './cli/program.js'
import { EXIT } from './errors.js'

// Whoever read what is printed has gone, as `head` does once it has enough: nothing is left to say.
process.stdout.on('error', () => process.exit(EXIT.ioError))

try {
  const args = process.argv.slice(2)
  await (await createProgram(args)).parseAsync(args, { from: 'user' })
} catch (error) {
  const { reportError } = await import('./cli/report-error.js')
  process.exitCode = reportError(error)
}

#!/usr/bin/env node
/** Process entry: arguments in, exit code out. */
import { createProgram } from './cli/program.js'
import { reportError } from './cli/report-error.js'
import { EXIT } from './errors.js'

// Whoever read what is printed has gone, as `head` does once it has enough: nothing is left to say.
process.stdout.on('error', () => process.exit(EXIT.ioError))

try {
  const program = await createProgram()
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportError(error)
}

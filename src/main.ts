#!/usr/bin/env node
/** Process entry: arguments in, exit code out. */
import { createProgram } from './cli/program.js'
import { reportError } from './cli/report-error.js'

try {
  await createProgram().parseAsync()
} catch (error) {
  process.exitCode = reportError(error)
}

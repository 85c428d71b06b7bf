#!/usr/bin/env node
/** Process entry: arguments in, exit code out. */
import { isTooOld, SUPPORTED } from './base/node-version.js'
import { EXIT, WaybillError } from './errors.js'

// Whoever read what is printed has gone, as `head` does once it has enough: nothing is left to say.
process.stdout.on('error', () => process.exit(EXIT.ioError))

if (isTooOld(process.version)) {
  // It could not even load what reports errors.
  const sentence = `expected ${SUPPORTED}, got ${process.version} (${process.execPath})`
  const { code, message, hint, exitCode } = new WaybillError('WAYBILL_NODEJS_TOO_OLD', sentence)
  process.stderr.write(`${code}: ${message}\n  ${hint}\n`)
  process.exitCode = exitCode
} else {
  try {
    const args = process.argv.slice(2)
    const { createProgram } = await import('./cli/program.js')
    await (await createProgram(args)).parseAsync(args, { from: 'user' })
  } catch (error) {
    const { reportError } = await import('./cli/report-error.js')
    process.exitCode = reportError(error)
  }
}

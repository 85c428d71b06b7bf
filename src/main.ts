#!/usr/bin/env node
/** Process entry: arguments in, exit code out. */
import { isTooOld, SUPPORTED } from './base/node-version.js'

/** As `EXIT.ioError`, whose file nobody needs who only runs a command. */
const CANNOT_WRITE = 74

// Whoever read what is printed has gone, as `head` does once it has enough: nothing is left to say.
process.stdout.on('error', () => process.exit(CANNOT_WRITE))

if (isTooOld(process.version)) {
  // It could not even load what reports errors.
  const { WaybillError } = await import('./errors.js')
  const sentence = `expected ${SUPPORTED}, got ${process.version} (${process.execPath})`
  const { code, message, hint, exitCode } = new WaybillError('WAYBILL_NODEJS_TOO_OLD', sentence)
  process.stderr.write(`${code}: ${message}\n  ${hint}\n`)
  process.exitCode = exitCode
} else {
  await import('./base/stacks.js')
  const { runProgram } = await import('#program')
  await runProgram(process.argv.slice(2))
}

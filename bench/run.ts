/** Runs a measurement as the command line asks for it; what goes wrong is one line and exit code 1. */
import { type BenchOptions, readOptions } from './options.js'

export async function run(measurement: (options: BenchOptions) => Promise<void>): Promise<void> {
  try {
    const options = readOptions()
    if (options) await measurement(options)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

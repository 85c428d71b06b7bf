/** `npm run bench`: requests per second, latency and processor time over HTTP, beside bare node:http. */
import { measure, Targets } from './measure.js'
import { type BenchOptions, readOptions } from './options.js'
import { print } from './print.js'
import { plansOf, type Target } from './targets.js'
import { WORKLOADS } from './workloads.js'

async function main(options: BenchOptions): Promise<void> {
  const processes = new Targets()
  try {
    const targets: Target[] = []
    for (const plan of plansOf(options)) targets.push(await processes.start(plan))
    print(await measure(targets, WORKLOADS, options), options)
  } finally {
    await processes.stop()
  }
}

try {
  const options = readOptions()
  if (options) await main(options)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

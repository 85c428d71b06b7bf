/** `npm run bench`: requests per second, latency and processor time over HTTP, beside bare node:http and the SOAP servers of others. */
import { makeForeign } from './foreign.js'
import { measure, Targets } from './measure.js'
import type { BenchOptions } from './options.js'
import { print } from './print.js'
import { run } from './run.js'
import { plansOf, type Target } from './targets.js'
import { WORKLOADS } from './workloads.js'

async function main(options: BenchOptions): Promise<void> {
  const processes = new Targets()
  const foreign = await makeForeign()
  for (const sentence of foreign.missing) process.stderr.write(`${sentence}\n`)
  try {
    const targets: Target[] = []
    for (const plan of [...plansOf(options), ...foreign.plans]) {
      targets.push(await processes.start(plan))
    }
    print(await measure(targets, WORKLOADS, options), options)
  } finally {
    await processes.stop()
    foreign.remove()
  }
}

await run(main)

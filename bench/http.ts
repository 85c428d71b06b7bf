/** `npm run bench`: requests per second, latency and processor time over HTTP, beside bare node:http. */
import { check, load, type Slice } from './load.js'
import { type BenchOptions, readOptions } from './options.js'
import { print } from './print.js'
import { summarize, type Table } from './summary.js'
import { plansOf, startTarget, type Target } from './targets.js'
import { WORKLOADS, type Workload } from './workloads.js'

/** The slices of one workload: a list for each round, in the order of the targets. */
type Rounds = readonly (readonly Slice[])[]

async function main(options: BenchOptions): Promise<void> {
  const targets: Target[] = []
  const stop = () => Promise.all(targets.map((target) => target.stop()))
  // A run without its targets fails, and so comes to its end.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    for (const plan of plansOf(options)) targets.push(await startTarget(plan))
    print(await measure(targets, options), options)
  } finally {
    await stop()
  }
}

async function measure(
  targets: readonly Target[],
  { rounds, connections, seconds }: BenchOptions,
): Promise<readonly Table[]> {
  for (const workload of WORKLOADS) for (const target of targets) await check(target, workload)
  const slice = seconds / ((rounds + 1) * WORKLOADS.length * targets.length)
  const measured = new Map<Workload, Slice[][]>(WORKLOADS.map((workload) => [workload, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [workload, slices] of measured) {
      const row: Slice[] = []
      for (const target of targets) row.push(await load(target, workload, connections, slice))
      // The first round only warms up.
      if (round > 0) slices.push(row)
    }
  }
  return [...measured].map(([workload, slices]) => tableOf(workload, targets, slices))
}

function tableOf(workload: Workload, targets: readonly Target[], rounds: Rounds): Table {
  const rows = targets.map(({ name }, index) =>
    summarize(
      name,
      rounds.flatMap((round) => {
        const [baseline] = round
        const slice = round[index]
        return baseline && slice ? [{ slice, baseline }] : []
      }),
    ),
  )
  return { workload: workload.name, bytes: Buffer.byteLength(workload.request), rows }
}

try {
  const options = readOptions()
  if (options) await main(options)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

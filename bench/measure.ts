/** Puts targets under load in turn, round by round, and sums up what came of it. */
import { check, load, type Slice } from './load.js'
import type { BenchOptions } from './options.js'
import { summarize, type Table } from './summary.js'
import { startTarget, type Target, type TargetPlan } from './targets.js'
import type { Workload } from './workloads.js'

/** The slices of one workload: a list for each round, in the order of the targets. */
type Rounds = readonly (readonly Slice[])[]

/** Processes of one run; a run without them fails, and so comes to its end. */
export class Targets {
  readonly #all: Target[] = []

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => this.stop())
  }

  async start(plan: TargetPlan): Promise<Target> {
    const target = await startTarget(plan)
    this.#all.push(target)
    return target
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map((target) => target.stop()))
  }
}

/** @param targets  the first is the baseline of the others */
export async function measure(
  targets: readonly Target[],
  workloads: readonly Workload[],
  { rounds, connections, seconds }: BenchOptions,
): Promise<readonly Table[]> {
  for (const workload of workloads) for (const target of targets) await check(target, workload)
  const slice = seconds / ((rounds + 1) * workloads.length * targets.length)
  const measured = new Map<Workload, Slice[][]>(workloads.map((workload) => [workload, []]))
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

/**
 * Each round with processes of its own, half of whose time only warms up: two processes of one program can differ by
 * more than what is looked for.
 *
 * @param plans  the first is the baseline of the others
 */
export async function measureAnew(
  processes: Targets,
  plans: readonly TargetPlan[],
  workload: Workload,
  { rounds, connections, seconds }: BenchOptions,
): Promise<readonly Table[]> {
  const half = seconds / (2 * rounds * plans.length)
  const measured: Slice[][] = []
  for (let round = 0; round < rounds; round++) {
    const row: Slice[] = []
    for (const plan of plans) {
      const target = await processes.start(plan)
      await check(target, workload)
      await load(target, workload, connections, half)
      row.push(await load(target, workload, connections, half))
      await target.stop()
    }
    measured.push(row)
  }
  return [tableOf(workload, plans, measured)]
}

function tableOf(
  workload: Workload,
  targets: readonly { readonly name: string }[],
  rounds: Rounds,
): Table {
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

/** `npm run bench -- identified`: what an Add with a wsa:MessageID costs, in time and in processor time of all threads, beside the same one without. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, load, type Slice } from './load.js'
import { Targets } from './measure.js'
import type { BenchOptions } from './options.js'
import { print } from './print.js'
import { run } from './run.js'
import { summarize, type Table } from './summary.js'
import { serve, serveIn, type TargetPlan } from './targets.js'
import { ADD, identified } from './workloads.js'

/** An Add that is not safe: what has an effect is claimed. */
const PLUGIN = (safe: boolean) => `
export default () => ({
  operations: [{
    name: '{urn:example:calculator}Add',
    action: 'urn:example:calculator:Add',
    safe: ${safe},
    invoke: ({ a, b }) => ({ result: String(Number(a) + Number(b)) }),
  }],
})
`

const CASES = [
  { name: 'without an identity', workload: ADD, safe: false },
  { name: 'with one, safe: not claimed', workload: identified(ADD), safe: true },
  { name: 'with one', workload: identified(ADD), safe: false },
] as const

/** @param folder  for plugins, and for what is kept in files */
function plansOf(folder: string, safe: boolean): readonly TargetPlan[] {
  const plugin = join(folder, `add-${safe}.mjs`)
  writeFileSync(plugin, PLUGIN(safe))
  const settings = [
    'log.level=warn',
    'journal.enabled=false',
    `plugins=${JSON.stringify([{ use: plugin }])}`,
  ]
  return [
    { name: 'queue in memory', command: serve(undefined, settings) },
    { name: 'queue in a file', command: serveIn(join(folder, `state-${safe}`), settings) },
  ]
}

/** Each round puts every case under load, in processes that serve all rounds. */
async function tablesOf(
  processes: Targets,
  folder: string,
  { rounds, connections, seconds }: BenchOptions,
): Promise<readonly Table[]> {
  const tables: Table[] = []
  const [effective, safe] = [plansOf(folder, false), plansOf(folder, true)]
  const slice = seconds / ((rounds + 1) * CASES.length * effective.length)
  for (const [index, plan] of effective.entries()) {
    const other = safe[index]
    if (!other) throw new Error('a case has no target')
    const targets = { false: await processes.start(plan), true: await processes.start(other) }
    const measured: Slice[][] = []
    for (let round = 0; round <= rounds; round += 1) {
      const row: Slice[] = []
      for (const { workload, safe } of CASES) {
        const target = targets[`${safe}`]
        await check(target, workload)
        row.push(await load(target, workload, connections, slice))
      }
      // The first round only warms up.
      if (round > 0) measured.push(row)
    }
    const rows = CASES.map(({ name }, at) =>
      summarize(
        name,
        measured.flatMap((row) => {
          const [baseline] = row
          const slice = row[at]
          return baseline && slice ? [{ slice, baseline }] : []
        }),
      ),
    )
    tables.push({ workload: `Add, ${plan.name}`, bytes: Buffer.byteLength(ADD.request), rows })
  }
  return tables
}

async function main(options: BenchOptions): Promise<void> {
  const processes = new Targets()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  try {
    print(await tablesOf(processes, folder, options), options)
  } finally {
    await processes.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await run(main)

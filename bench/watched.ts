/** `npm run bench -- watched`: what metrics and journal cost, in processor time of all threads, beside a node without them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAnew, Targets } from './measure.js'
import type { BenchOptions } from './options.js'
import { print } from './print.js'
import { run } from './run.js'
import { serve, serveIn, type TargetPlan } from './targets.js'
import { ADD } from './workloads.js'

const NONE = ['log.level=warn', 'journal.enabled=false', 'metrics.enabled=false']
const METRICS = ['log.level=warn', 'journal.enabled=false']
const ALL = ['log.level=warn']

/** @param folder  for what is kept in files */
function plansOf(folder: string): readonly TargetPlan[] {
  const embedded = (name: string, settings: readonly string[]) =>
    serveIn(join(folder, name), settings)
  return [
    { name: 'node, nothing watched', command: serve(undefined, NONE) },
    { name: 'with metrics', command: serve(undefined, METRICS) },
    { name: 'with metrics and journal', command: serve(undefined, ALL) },
    { name: 'embedded, nothing watched', command: embedded('none', NONE) },
    { name: 'embedded, both', command: embedded('all', ALL) },
  ]
}

async function main(options: BenchOptions): Promise<void> {
  const processes = new Targets()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  try {
    print(await measureAnew(processes, plansOf(folder), ADD, options), options)
  } finally {
    await processes.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await run(main)

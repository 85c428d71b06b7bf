/** `npm run bench -- watched`: what the journal costs, in processor time of all threads, beside a node without it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureAnew, Targets } from './measure.js'
import type { BenchOptions } from './options.js'
import { print } from './print.js'
import { run } from './run.js'
import { serve, serveIn, type TargetPlan } from './targets.js'
import { ADD } from './workloads.js'

const JOURNAL = ['log.level=warn']
const NONE = [...JOURNAL, 'journal.enabled=false']

/** @param folder  for what is kept in files */
function plansOf(folder: string): readonly TargetPlan[] {
  const embedded = (name: string, settings: readonly string[]) =>
    serveIn(join(folder, name), settings)
  return [
    { name: 'node without a journal', command: serve(undefined, NONE) },
    { name: 'with the journal', command: serve(undefined, JOURNAL) },
    { name: 'embedded, without a journal', command: embedded('none', NONE) },
    { name: 'embedded, with the journal', command: embedded('all', JOURNAL) },
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

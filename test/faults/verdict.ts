/** The verdict over a run: nothing acknowledged is missing, nothing came about twice, and the counts. */
import type { ExecutionContext } from 'ava'
import type { LedgerLines } from './ledger-lines.js'
import { type Outcomes, pickUp } from './load.js'
import { SEED } from './run.js'

/** Milliseconds in which everything must have come about once nothing is broken any more. */
const SETTLED = 120_000

/**
 * @param url   a listener that runs
 * @param more  further counts to print
 */
export async function verdict(
  t: ExecutionContext,
  load: Outcomes,
  ledger: LedgerLines,
  url: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const missing = await ledger.until(load.acknowledged, SETTLED)
  await pickUp(load, url, SETTLED)
  const unsent = [...ledger.counts.keys()].filter((id) => !load.sent.has(id))
  const { doubled, wrong } = ledger
  const counts = {
    seed: SEED,
    ...more,
    ...load.tally,
    effects: ledger.counts.size,
    missing: missing.length,
    doubled: doubled.length,
    failures: Object.fromEntries(load.failures),
  }
  const line = `${t.title}: ${JSON.stringify(counts)}`
  process.stderr.write(`${line}\n`)
  t.log(line)
  t.deepEqual(missing.slice(0, 5), [], 'acknowledged, and missing')
  t.deepEqual(doubled.slice(0, 5), [], 'came about more than once')
  t.deepEqual(unsent.slice(0, 5), [], 'came about, and was never sent')
  t.deepEqual([...wrong, ...load.wrong].slice(0, 5), [], 'wrong answers and lines')
  t.true(load.acknowledged.size > 0)
}

/** The verdict over a run: nothing acknowledged is missing, nothing came about twice, and the counts. */
import type { ExecutionContext } from 'ava'
import type { Effects } from './effects.js'
import { type Outcomes, pickUp } from './load.js'
import type { Span } from './moments.js'
import { SEED } from './run.js'

/** Milliseconds in which everything must have come about once nothing is broken any more. */
const SETTLED = 120_000

/** Prints the figures of a scenario, for whoever reads the run. */
export function say(t: ExecutionContext, figures: Readonly<Record<string, unknown>>): void {
  const line = `${t.title}: ${JSON.stringify({ seed: SEED, ...figures })}`
  process.stderr.write(`${line}\n`)
  t.log(line)
}

/**
 * @param url      a listener that runs
 * @param more     further counts to print
 * @param excuses  times at which a process died: what it was running may come about again
 */
export async function verdict(
  t: ExecutionContext,
  load: Outcomes,
  effects: Effects,
  url: string,
  more: Readonly<Record<string, unknown>> = {},
  excuses: readonly Span[] = [],
): Promise<void> {
  const taken = [...load.acknowledged.keys(), ...load.answered.keys()]
  const missing = await effects.missing(taken, SETTLED)
  await pickUp(load, url, SETTLED)
  const unsent = [...effects.runs.keys()].filter((id) => !load.sent.has(id))
  const { doubled } = effects
  const unexcused = effects.unexcused(excuses)
  say(t, {
    ...more,
    ...load.tally,
    effects: effects.runs.size,
    missing: missing.length,
    doubled: doubled.length,
    unexcused: unexcused.length,
    failures: Object.fromEntries(load.failures),
  })
  t.deepEqual(missing.slice(0, 5), [], 'acknowledged, and missing')
  t.deepEqual(unexcused.slice(0, 5), [], 'came about more than once, and nothing had died between')
  t.deepEqual(unsent.slice(0, 5), [], 'came about, and was never sent')
  t.deepEqual(load.wrong.slice(0, 5), [], 'wrong answers')
  t.true(load.acknowledged.size > 0)
}

/** Has the schema engines judge random schemas and elements, in processes of their own, and gathers the differences. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eachLine } from '../lines.js'
import type { Difference, Totals } from './difference.js'
import { isExpected } from './expected-differences.js'

const PROGRAM = fileURLToPath(new URL('./judge-child.js', import.meta.url))
/** Schemas that one process gets: the engines give none of them back. */
const BATCH = 500
/** Elements of each schema. */
const ELEMENTS = 20

export interface Judged {
  readonly totals: Totals
  /** Those that are not on the list. */
  readonly unknown: readonly Difference[]
  /** How many are on it. */
  readonly expected: number
}

/**
 * @param seed      of the first schema
 * @param elements  how many are judged, at least
 */
export async function judge(seed: number, elements: number): Promise<Judged> {
  const totals: Totals = { schemas: 0, compiled: 0, elements: 0, valid: 0 }
  const unknown: Difference[] = []
  let expected = 0
  for (let next = seed; totals.elements < elements; next += BATCH) {
    const missing = Math.ceil((elements - totals.elements) / ELEMENTS)
    for (const report of await run([next, Math.min(BATCH, 2 * missing), ELEMENTS])) {
      if ('totals' in report) add(totals, report.totals)
      else if (isExpected(report)) expected += 1
      else unknown.push(report)
    }
  }
  return { totals, unknown, expected }
}

/** @throws Error if the process dies over a schema */
async function run(
  args: readonly number[],
): Promise<readonly (Difference | { readonly totals: Totals })[]> {
  const reports: (Difference | { readonly totals: Totals })[] = []
  const child = spawn(process.execPath, [PROGRAM, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  eachLine(child.stdout, (line) => reports.push(JSON.parse(line)))
  await once(child, 'close')
  if (child.exitCode !== 0) throw new Error(`the process for ${args.join(' ')} has died`)
  return reports
}

function add(to: Totals, more: Totals): void {
  to.schemas += more.schemas
  to.compiled += more.compiled
  to.elements += more.elements
  to.valid += more.valid
}

/** A difference for people to read. */
export function shown({ seed, change, schema, document, judgements }: Difference): string {
  const [ours, native, wasm] = judgements.map(({ valid, why }) => (valid ? 'valid' : why))
  const about = document === undefined ? schema : `${change}\n${document}\n${schema}`
  return `seed ${seed}\nours: ${ours}\nlibxmljs2: ${native}\nlibxml2-wasm: ${wasm}\n${about}`
}

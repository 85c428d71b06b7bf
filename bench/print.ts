/** Prints what was measured, as tables for people or as one JSON object for programs. */
import { availableParallelism } from 'node:os'
import type { BenchOptions } from './options.js'
import type { Row, Table } from './summary.js'
import { HAS_WRK } from './wrk.js'

const COLUMNS: readonly { readonly title: string; readonly show: (row: Row) => string }[] = [
  { title: 'req/s', show: ({ requestsPerSecond }) => requestsPerSecond.toFixed(0) },
  { title: 'ratio', show: ({ ratio }) => ratio.toFixed(2) },
  { title: 'p50 ms', show: ({ p50 }) => p50.toFixed(2) },
  { title: 'p99 ms', show: ({ p99 }) => p99.toFixed(2) },
  { title: 'CPU µs', show: ({ cpu }) => cpu?.toFixed(0) ?? '-' },
  { title: 'ratio', show: ({ cpuRatio }) => cpuRatio?.toFixed(2) ?? '-' },
]

export function print(tables: readonly Table[], options: BenchOptions): void {
  const { seconds, rounds, connections } = options
  const load = HAS_WRK ? 'wrk' : 'autocannon'
  const machine = { node: process.version, cores: availableParallelism(), load }
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ ...machine, connections, rounds, seconds, tables })}\n`,
    )
    return
  }
  process.stdout.write(
    `Node.js ${machine.node}, ${machine.cores} cores, ${connections} connections, ` +
      `medians of ${rounds} rounds, ${seconds} s of load by ${load}\n`,
  )
  for (const table of tables) process.stdout.write(`\n${tableText(table)}`)
}

function tableText({ workload, bytes, rows }: Table): string {
  const head = [`${workload}, ${bytes} bytes`, ...COLUMNS.map(({ title }) => title)]
  const lines = rows.map((row) => [row.target, ...COLUMNS.map(({ show }) => show(row))])
  return [head, ...lines]
    .map(
      ([first = '', ...cells]) => first.padEnd(32) + cells.map((cell) => cell.padStart(9)).join(''),
    )
    .map((line) => `${line}\n`)
    .join('')
}

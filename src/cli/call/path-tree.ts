/** Draws the path that a message took: one line for each node, each below the one before it. */
import { printable } from '../../base/printable.js'
import type { Visit } from '../../message/way/visits.js'

/** @returns lines that are safe for a terminal, whatever name a node has */
export function pathTree(visits: readonly Visit[]): string {
  if (visits.length === 0) return 'path: no node added itself to the message\n'
  const rows = visits.map((visit, depth) => ({
    name: `${'   '.repeat(depth)}└─ ${printable(visit.node)}`,
    transport: printable(visit.transport),
    time: visit.ms.toFixed(1),
    outcome: outcomeOf(visit),
  }))
  const widest = (of: (row: (typeof rows)[number]) => string) =>
    Math.max(...rows.map((row) => of(row).length))
  const name = widest((row) => row.name)
  const transport = widest((row) => row.transport)
  const time = widest((row) => row.time)
  const lines = rows.map(
    (row) =>
      `${row.name.padEnd(name)}  ${row.transport.padEnd(transport)}  ${row.time.padStart(time)} ms  ${row.outcome}\n`,
  )
  return `path\n${lines.join('')}`
}

function outcomeOf({ outcome, to }: Visit): string {
  return outcome === 'forwarded' && to !== undefined ? `forwarded to ${printable(to)}` : outcome
}

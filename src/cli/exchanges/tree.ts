/** Draws the hops of a conversation as a tree, with the time that each of them took. */
import { printable } from '../../base/printable.js'
import { outcomeOf } from '../../store/journal/conversation/entry-text.js'
import { type Hop, timeHere, timeOf } from '../../store/journal/conversation/hops.js'
import { lasting } from '../../store/journal/conversation/outcome-sentence.js'

/** @returns lines that are safe for a terminal, whatever name a node has */
export function exchangeTree(hops: readonly Hop[]): string {
  const rows = hops.map((hop) => ({
    name: `${'   '.repeat(hop.depth)}└─ ${printable(hop.node)}`,
    transport: printable(hop.ended[0].event.transport),
    time: lasting(timeOf(hop)),
    here: lasting(timeHere(hop, hops)),
    outcome: printable(outcomeHere(hop)),
  }))
  const widest = (of: (row: (typeof rows)[number]) => string) =>
    Math.max(0, ...rows.map((row) => of(row).length))
  const name = widest((row) => row.name)
  const transport = widest((row) => row.transport)
  const time = widest((row) => row.time)
  const here = widest((row) => row.here)
  return rows
    .map(
      (row) =>
        `${row.name.padEnd(name)}  ${row.transport.padEnd(transport)}  ${row.time.padStart(time)}, ${row.here.padStart(here)} here  ${row.outcome}\n`,
    )
    .join('')
}

function outcomeHere({ ended, jobs }: Hop): string {
  const last = ended.findLast(({ event }) => event.outcome !== 'pending') ?? ended[0]
  const open = jobs.at(-1)?.event.outcome
  const words = open === undefined || open === 'done' ? outcomeOf(last.event) : open
  const to = ended.find(({ event }) => event.to !== undefined)?.event.to
  return to === undefined ? words : `${words}, sent on to ${to}`
}

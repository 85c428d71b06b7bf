/** How a conversation stands, as the one entry that tells it. */
import type { JournalEntry } from '../../../src/journal/journal.js'
import { toneOf } from './outcome.js'

/** What is wrong, then what there is more to come of; else how it ended last. @param path  oldest first */
export function verdictOf(path: readonly JournalEntry[]): JournalEntry | undefined {
  // How a job is, its last attempt says.
  const jobs = new Map(path.map((entry) => [jobOf(entry), entry]))
  const open = new Set(path.filter((entry) => jobs.get(jobOf(entry)) === entry).flatMap(openOf))
  const counts = path.filter((entry) => {
    const { event } = entry
    if (event.event === 'job') return jobs.get(event.job) === entry
    return event.event !== 'exchange' || event.attempt === undefined || !open.has(event.exchange)
  })
  const last = counts.findLast((entry) => openOf(entry).length > 0) ?? path.at(-1)
  const bad = counts.findLast(({ event }) => toneOf(event) === 'bad')
  // A failure that was made good later is none.
  return bad && (last === undefined || toneOf(last.event) !== 'good') ? bad : last
}

function jobOf({ event }: JournalEntry): string | undefined {
  return event.event === 'job' ? event.job : undefined
}

/** The exchange of an attempt after which there is more to come. */
function openOf({ event }: JournalEntry): readonly string[] {
  const isOver = event.event !== 'job' || event.outcome === 'done' || event.outcome === 'dead'
  return isOver ? [] : [event.exchange]
}

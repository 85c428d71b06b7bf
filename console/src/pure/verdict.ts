/** How a conversation stands, as the one entry that tells it. */
import type { JournalEntry } from '../../../src/store/journal/journal.js'
import { toneOf } from './outcome.js'

/** What is wrong, then what there is more to come of; else how it ended last. @param path  oldest first */
export function verdictOf(path: readonly JournalEntry[]): JournalEntry | undefined {
  const attempts = lastAttempts(path)
  const open = attempts.filter(isOpen)
  // What an attempt came to counts for nothing while there is another to come.
  const again = new Set(open.map(({ event }) => ('exchange' in event ? event.exchange : undefined)))
  const counts = path.filter((entry) => {
    const { event } = entry
    if (event.event === 'job') return attempts.includes(entry)
    return event.event !== 'exchange' || event.attempt === undefined || !again.has(event.exchange)
  })
  const last = open.at(-1) ?? path.at(-1)
  const bad = counts.findLast(({ event }) => toneOf(event) === 'bad')
  // A failure that was made good later is none.
  return bad && (last === undefined || toneOf(last.event) !== 'good') ? bad : last
}

/** Of each job: how it is, its last attempt says. */
function lastAttempts(path: readonly JournalEntry[]): readonly JournalEntry[] {
  const jobs = new Map<string, JournalEntry>()
  for (const entry of path) {
    if (entry.event.event !== 'job') continue
    // In the order of the last ones.
    jobs.delete(entry.event.job)
    jobs.set(entry.event.job, entry)
  }
  return [...jobs.values()]
}

/** True for an attempt after which there is more to come. */
function isOpen({ event }: JournalEntry): boolean {
  return event.event === 'job' && event.outcome !== 'done' && event.outcome !== 'dead'
}

/** Finds whether the journal keeps what happens. */

import { messageOf } from '../../../base/errno.js'
import { monotonicTime } from '../../../base/time.js'
import type { JournalStats } from '../../../store/journal/journal.js'
import type { FoundProblem, ProblemSource } from '../problem.js'
import { counted, shown } from '../shown-text.js'

/** Milliseconds after the last event that was lost for which the journal counts as failing. */
const SHOWN = 300_000

interface Counting {
  stats(): Promise<Pick<JournalStats, 'lost'>>
}

/** @param now  milliseconds that only go up */
export function journalKept(journal: Counting, now: () => number = monotonicTime): ProblemSource {
  let before = 0
  let lostAt = Number.NEGATIVE_INFINITY
  return {
    name: 'journal',
    every: 10_000,
    find: async () => {
      try {
        const { lost } = await journal.stats()
        if (lost > before) lostAt = now()
        before = lost
        return now() - lostAt < SHOWN
          ? [failing(`${counted(lost, 'event')} could not be kept since the start`)]
          : []
      } catch (error) {
        return [failing(shown(messageOf(error)))]
      }
    },
  }
}

function failing(why: string): FoundProblem {
  return {
    name: 'journal-failing',
    severity: 'warning',
    stopsAcceptance: false,
    shared: false,
    summary: `The journal does not keep all that happens: ${why}.`,
    remedy: 'Messages go on. See the log for the reason, such as a disk that is full.',
    page: '#/exchanges',
  }
}

/** Counts the messages that wait for each destination, and finds the oldest. */
import type { QueueAdmin } from '../../../store/queue/admin.js'
import { wayTo } from '../../../store/queue/job.js'
import type { PagedJob, Position } from '../../../store/queue/page.js'

/** Jobs that are read at most, and of each page. */
const MAX_JOBS = 5_000
const PAGE = 500

export interface WaitingMessages {
  readonly waiting: number
  /** When the oldest was accepted, in milliseconds since 1970; undefined if none waits. */
  readonly oldest: number | undefined
}

export const NONE_WAITS: WaitingMessages = { waiting: 0, oldest: undefined }

/** @returns by names of destinations, or scheme and host of those without a name; of many jobs, of those that go on first */
export async function waitingByDestination(
  admin: Pick<QueueAdmin, 'page'>,
): Promise<ReadonlyMap<string, WaitingMessages>> {
  const found = new Map<string, WaitingMessages>()
  let [read, after]: [number, Position | undefined] = [0, undefined]
  do {
    const page = await admin.page({ state: 'delayed', after, limit: PAGE })
    for (const job of page.jobs) {
      const name = destinationOf(job)
      if (name === undefined) continue
      const { waiting, oldest = job.accepted } = found.get(name) ?? NONE_WAITS
      found.set(name, { waiting: waiting + 1, oldest: Math.min(oldest, job.accepted) })
    }
    read += page.jobs.length
    after = page.next
  } while (after && read < MAX_JOBS)
  return found
}

function destinationOf({ destination, to }: PagedJob): string | undefined {
  if (destination !== undefined) return destination
  return to !== undefined && URL.canParse(to) ? wayTo(new URL(to)) : undefined
}

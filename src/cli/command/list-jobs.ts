/** Lists jobs for people and for programs. */
import type { QueueAdmin } from '../../store/queue/admin.js'
import {
  DEFAULT_LIMIT,
  type JobQuery,
  type JobSummary,
  LISTED_STATES,
} from '../../store/queue/listing.js'
import { parseClarkName } from '../../xml/tree.js'
import { moment, note, printJson, printTable } from './print.js'

/** What the JSON of a job has. */
export const JOB_KEYS = {
  id: 'id of the job, which is that of the exchange',
  kind: 'invoke, send, forward, answer, direct (what a sender waited for on its connection), or unknown',
  state: LISTED_STATES.join(', '),
  operation: 'name of the operation, as {namespace}name',
  to: 'URL that it goes to',
  sender: 'who sent it, as far as that is proven',
  messageId: 'id that its sender gave it',
  accepted: 'milliseconds since 1970',
  ended: 'milliseconds since 1970; null if it has not',
  attempts: 'attempts that were made',
  cause: 'why the last attempt failed',
} as const

/** Prints the jobs that a query finds, newest first. */
export async function listJobs(admin: QueueAdmin, query: JobQuery, json: boolean): Promise<void> {
  const { limit = DEFAULT_LIMIT } = query
  // One more than is shown tells whether there are more.
  const found = await admin.list({ ...query, limit: limit + 1 })
  const shown = found.slice(0, limit)
  if (json) for (const job of shown) printJson(job)
  else if (shown.length > 0) {
    printTable(
      ['ID', 'STATE', 'ACCEPTED', 'TRIES', 'WHAT', 'SENDER', 'CAUSE'],
      shown.map((job) => [
        job.id,
        job.state,
        moment(job.accepted),
        String(job.attempts),
        whatOf(job),
        job.sender ?? '-',
        job.cause ?? '-',
      ]),
    )
  } else note('none')
  if (found.length > limit) note(`only the newest ${limit} are shown; see --limit`)
}

/** What a job does, in a few words: the operation it runs, what it sends and where to, or the answer it has. */
export function whatOf({ kind, operation, to }: JobSummary): string {
  const name = operation && parseClarkName(operation).local
  switch (kind) {
    case 'invoke':
    case 'direct':
      return name ?? '-'
    case 'send':
    case 'forward':
      return name === undefined ? `to ${to ?? '-'}` : `${name} to ${to ?? '-'}`
    case 'answer':
      return name === undefined ? 'an answer' : `answer ${name}`
    case 'unknown':
      return 'unknown'
  }
}

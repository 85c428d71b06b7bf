/** Tells whether a job is one of those that an operator asks for. */
import { parseClarkName } from '../../xml/tree.js'
import type { JobQuery, JobSummary } from '../admin.js'

export function matches(job: JobSummary, query: JobQuery): boolean {
  const { states, ids, operation, to, sender, cause, since, until } = query
  return (
    (!states || states.includes(job.state)) &&
    (!ids || ids.includes(job.id)) &&
    (operation === undefined || isOperation(job.operation, operation)) &&
    (to === undefined || (job.to ?? '').includes(to)) &&
    (sender === undefined || job.sender === sender) &&
    (cause === undefined || (job.cause ?? '').includes(cause)) &&
    (since === undefined || job.accepted >= since) &&
    (until === undefined || job.accepted < until)
  )
}

function isOperation(name: string | undefined, wanted: string): boolean {
  return name !== undefined && (name === wanted || parseClarkName(name).local === wanted)
}

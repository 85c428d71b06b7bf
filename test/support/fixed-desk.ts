/** A queue whose jobs are given as they are, for what is printed of them. */
import { matches } from '../../src/queue/bullmq/query.js'
import type { JobDetail, JobQuery, JobSummary, QueueDesk } from '../../src/queue/queue.js'
import { soap11 } from './envelopes.js'

const MINUTE = 60_000

/** Half past two at night. */
export const NIGHT = Date.UTC(2026, 10, 21, 2, 30)

/** A dead job with all that can be known of one. */
export function deadJob(job: Partial<JobDetail> & { readonly id: string }): JobDetail {
  const accepted = job.accepted ?? NIGHT
  const cause = job.cause ?? 'http://192.0.2.9/soap cannot be reached (ECONNREFUSED)'
  return {
    kind: 'invoke',
    state: 'dead',
    operation: '{urn:example:ledger}Record',
    to: undefined,
    sender: '192.0.2.7',
    messageId: undefined,
    accepted,
    ended: accepted + MINUTE,
    attempts: 2,
    cause,
    body: soap11(
      `<l:Record xmlns:l="urn:example:ledger"><l:id>${job.id}</l:id><l:text>tea</l:text></l:Record>`,
    ),
    history: [
      { attempt: 1, at: accepted, node: 'urn:waybill:node', cause },
      { attempt: 2, at: accepted + MINUTE, node: 'urn:waybill:node', cause },
    ],
    ...job,
  }
}

export class FixedDesk implements QueueDesk {
  readonly jobs: Map<string, JobDetail>
  /** What was asked to change, in its order, as `replay j1`. */
  readonly asked: string[] = []
  #paused = false

  constructor(jobs: readonly JobDetail[]) {
    this.jobs = new Map(jobs.map((job) => [job.id, job]))
  }

  async stats() {
    const count = (wanted: string) =>
      [...this.jobs.values()].filter(({ state }) => state === wanted).length
    return {
      backend: 'embedded, in ./waybill-state',
      paused: this.#paused,
      waiting: count('waiting'),
      delayed: count('delayed'),
      running: count('running'),
      done: count('done'),
      dead: count('dead'),
      oldest: count('waiting') ? 250_000 : undefined,
    }
  }

  async list(query: JobQuery): Promise<readonly JobSummary[]> {
    return [...this.jobs.values()]
      .filter((job) => matches(job, query))
      .sort((one, two) => two.accepted - one.accepted)
      .slice(0, query.limit ?? 100)
      .map(({ body: _body, history: _history, ...summary }) => summary)
  }

  async show(id: string) {
    return this.jobs.get(id)
  }

  async replay(id: string): Promise<'done' | 'not-dead' | 'unknown'> {
    this.asked.push(`replay ${id}`)
    const job = this.jobs.get(id)
    if (job?.state !== 'dead') return job ? 'not-dead' : 'unknown'
    this.jobs.set(id, { ...job, state: 'waiting', attempts: 0, ended: undefined })
    return 'done'
  }

  async remove(id: string): Promise<'done' | 'not-dead' | 'unknown'> {
    this.asked.push(`remove ${id}`)
    const job = this.jobs.get(id)
    if (job?.state !== 'dead') return job ? 'not-dead' : 'unknown'
    this.jobs.delete(id)
    return 'done'
  }

  async pause() {
    this.#paused = true
  }

  async resume() {
    this.#paused = false
  }
}

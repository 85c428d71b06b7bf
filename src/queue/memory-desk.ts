/** What operators see and do of a queue in memory. */

import { matches } from './bullmq/query.js'
import type { MemoryJob } from './memory-job.js'
import type {
  JobDetail,
  JobQuery,
  JobSummary,
  ListedState,
  QueueDesk,
  QueueStats,
} from './queue.js'
import { sleepingCause } from './suspension.js'

interface Acts {
  readonly replay: (job: MemoryJob) => void
  readonly removed: (job: MemoryJob) => void
  /** The queue was paused or resumed. */
  readonly paused: () => void
}

export class MemoryDesk implements QueueDesk {
  readonly #jobs: ReadonlyMap<string, MemoryJob>
  readonly #acts: Acts
  isPaused = false

  constructor(jobs: ReadonlyMap<string, MemoryJob>, acts: Acts) {
    this.#jobs = jobs
    this.#acts = acts
  }

  async stats(): Promise<QueueStats> {
    const all = [...this.#jobs.values()]
    const count = (wanted: ListedState) => all.filter(({ state }) => state === wanted).length
    const oldest = all.find(({ state, slept }) => state === 'waiting' && !slept)
    return {
      backend: 'memory:',
      paused: this.isPaused,
      waiting: count('waiting'),
      delayed: count('delayed'),
      running: count('running'),
      done: count('done'),
      dead: count('dead'),
      oldest: oldest && Date.now() - oldest.job.accepted,
    }
  }

  async list(query: JobQuery): Promise<readonly JobSummary[]> {
    // Turned round first: of those that ended in one millisecond the later one is the newer.
    return [...this.#jobs.values()]
      .reverse()
      .map(summaryOf)
      .filter((summary) => matches(summary, query))
      .sort((one, two) => (two.ended ?? two.accepted) - (one.ended ?? one.accepted))
      .slice(0, query.limit ?? 100)
  }

  async show(id: string): Promise<JobDetail | undefined> {
    const found = this.#jobs.get(id)
    return found && { ...summaryOf(found), body: found.job.body, history: [...found.history] }
  }

  async replay(id: string): Promise<'done' | 'not-dead' | 'unknown'> {
    const found = this.#jobs.get(id)
    if (!found) return 'unknown'
    if (found.state !== 'dead') return 'not-dead'
    found.attempts = 0
    found.slept = false
    delete found.ended
    this.#acts.replay(found)
    return 'done'
  }

  async remove(id: string): Promise<'done' | 'not-dead' | 'unknown'> {
    const found = this.#jobs.get(id)
    if (!found) return 'unknown'
    if (found.state !== 'dead') return 'not-dead'
    this.#acts.removed(found)
    return 'done'
  }

  async pause(): Promise<void> {
    this.isPaused = true
    this.#acts.paused()
  }

  async resume(): Promise<void> {
    this.isPaused = false
    this.#acts.paused()
  }
}

function summaryOf({ job, state, attempts, until, history, ended }: MemoryJob): JobSummary {
  const { operation, to, sender, messageId } = job.label
  return {
    id: job.id,
    kind: job.kind,
    state,
    operation,
    to,
    sender,
    messageId,
    accepted: job.accepted,
    ended,
    attempts,
    cause: until === undefined ? history.at(-1)?.cause : sleepingCause(until),
  }
}

/** A job as the queue in memory keeps it. */
import type { Job, JobResult, RetryPlan } from './job.js'
import type { FailedAttempt, JobState, ListedState } from './queue.js'

export interface MemoryJob {
  readonly job: Job
  readonly plan: RetryPlan
  state: ListedState
  attempts: number
  /** It was put to sleep before. */
  slept: boolean
  /** When its sleep ends, in milliseconds since 1970; undefined if it does not sleep. */
  until?: number
  /** Ends its sleep, or its delay. */
  timer?: NodeJS.Timeout
  history: FailedAttempt[]
  result?: JobResult
  ended?: number
}

export function isOver({ state }: MemoryJob): boolean {
  return state === 'done' || state === 'dead'
}

export function stateOf({ state, result, history }: MemoryJob): JobState {
  switch (state) {
    case 'done':
      return { state, result: result as JobResult }
    case 'dead':
      return { state, cause: history.at(-1)?.cause ?? '' }
    case 'running':
      return { state }
    case 'waiting':
    case 'delayed':
      return { state: 'waiting' }
  }
}

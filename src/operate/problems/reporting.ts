/** Reports problems to the log and to alerts: what all nodes of a queue have is reported by one of them. */
import type { Log } from '../../base/log.js'
import { clearInterval, setInterval } from '../../base/time.js'
import type { Problem } from './problem.js'
import { keyOf, type ProblemListener, type ProblemState } from './problem-list.js'

/** Whether this node is the one that reports what is shared. */
export interface Claim {
  /** As it is known now. */
  readonly holds: boolean
  /** Asks the store, unless that was a moment ago; once at a time. Never rejects. */
  renew(): Promise<void>
  /** Lets another node have it. Never rejects. */
  release(): Promise<void>
}

/** `left`: another node reports it from now on. */
export type ReportState = ProblemState | 'left'

/** Is notified of what this node reports. It must not throw, and must not wait. */
export type ReportListener = (state: ReportState, problem: Problem) => void

/** Milliseconds between two looks at who has the claim, so that somebody has it when something happens. */
const EVERY = 5_000

export class Reporting {
  readonly #claim: Claim
  readonly #listeners: readonly ReportListener[]
  /** By their keys: those that have been reported, and are not over. */
  readonly #reported = new Set<string>()
  /** By their keys: those that are shared, as they were last. */
  readonly #shared = new Map<string, Problem>()

  #timer: NodeJS.Timeout | undefined

  constructor(claim: Claim, listeners: readonly ReportListener[]) {
    this.#claim = claim
    this.#listeners = listeners
  }

  /** From now on, until it is closed. */
  start(): void {
    this.#timer ??= setInterval(() => void this.#claim.renew(), EVERY)
    this.#timer.unref()
  }

  /** To be notified of all problems of the node. */
  readonly hear: ProblemListener = (state, problem) => {
    if (!problem.shared) {
      this.#report(state, problem)
      return
    }
    const key = keyOf(problem)
    if (state === 'ends') {
      this.#shared.delete(key)
      // Whoever has reported that it began reports that it is over.
      if (this.#reported.has(key)) this.#report(state, problem)
      else void this.#claim.renew().then(() => this.#reportEnd(key, problem))
      return
    }
    this.#shared.set(key, problem)
    void this.#claim.renew().then(() => this.#reportShared(key))
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#claim.release()
  }

  #reportShared(key: string): void {
    const problem = this.#shared.get(key)
    if (!problem) return
    if (this.#claim.holds) this.#report('goes-on', problem)
    else if (this.#reported.has(key)) this.#report('left', problem)
  }

  /** Of one that began before a restart. */
  #reportEnd(key: string, problem: Problem): void {
    if (this.#claim.holds && !this.#shared.has(key)) this.#report('ends', problem)
  }

  #report(state: ReportState, problem: Problem): void {
    const key = keyOf(problem)
    const isReported = this.#reported.has(key)
    if (state === 'ends' || state === 'left') this.#reported.delete(key)
    else this.#reported.add(key)
    const reported = state === 'goes-on' && !isReported ? 'begins' : state
    for (const listener of this.#listeners) listener(reported, problem)
  }
}

/** Every start and stop has them: they are in the log as such. */
const OF_EVERY_START: readonly Problem['name'][] = ['not-started', 'stopping']

/** Writes a line when a problem begins, and one when it is over. */
export function problemLog(log: Pick<Log, 'info' | 'warn' | 'error'>): ReportListener {
  return (state, problem) => {
    const { name, subject, severity, since, waiting, oldest, stopsAcceptance } = problem
    if (state === 'goes-on' || state === 'left' || OF_EVERY_START.includes(name)) return
    const fields = {
      problem: name,
      ...(subject !== undefined && { subject }),
      since: new Date(since).toISOString(),
    }
    if (state === 'ends') {
      log.info(fields, `over: ${problem.summary}`)
      return
    }
    const more = { ...fields, stopsAcceptance, waiting, oldest, remedy: problem.remedy }
    if (severity === 'error') log.error(more, problem.summary)
    else log.warn(more, problem.summary)
  }
}

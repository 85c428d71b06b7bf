/** Tries every few seconds, when it is asked for, whether what is accepted is kept and whether this node runs jobs. */
import { Reading } from '../base/reading.js'
import type { QueueStats } from '../queue/admin.js'
import type { JobQueue, JobWorker } from '../queue/queue.js'
import type { Evidence } from '../security/evidence/for-node.js'

/** What the store says, by the names of the checks. */
export interface StoreState {
  readonly ready: boolean
  readonly checks: Readonly<Record<'queue' | 'worker' | 'backlog', string>> & {
    /** Only where a policy asks for it. */
    readonly evidence?: string
  }
}

export class StoreHealth {
  readonly #queue: JobQueue
  readonly #worker: JobWorker | undefined
  readonly #written: Reading<void>
  readonly #run: Reading<void>
  readonly #stats: Reading<QueueStats>
  readonly #evidence: Reading<void> | undefined

  /**
   * @param worker    undefined where this node runs no jobs
   * @param deadline  milliseconds until a job must be durable
   * @param evidence  undefined where no policy asks for any
   */
  constructor(
    queue: JobQueue,
    worker: JobWorker | undefined,
    deadline: number,
    evidence?: Pick<Evidence, 'probe'>,
  ) {
    this.#queue = queue
    this.#worker = worker
    this.#written = new Reading(() => queue.probe(), { deadline })
    this.#run = new Reading((signal) => worker?.probe(signal), { deadline })
    this.#stats = new Reading(() => queue.admin.stats())
    this.#evidence = evidence && new Reading(() => evidence.probe(), { deadline })
  }

  /** Never rejects. */
  async look(): Promise<StoreState> {
    const { problem, status } = this.#queue
    if (problem !== undefined) {
      // It is tried as soon as there is hope again.
      for (const reading of [this.#written, this.#run, this.#stats]) reading.forget()
      const unknown = 'not asked, as nothing can be kept'
      return { ready: false, checks: { queue: status, worker: unknown, backlog: unknown } }
    }
    await Promise.all([this.#written.look(), this.#stats.look(), this.#evidence?.look()])
    const stats = this.#stats.value
    // Paused, nothing would take it.
    if (this.#worker && stats && !stats.paused) await this.#run.look()
    else this.#run.forget()
    const { failure } = this.#written
    const unkept = this.#evidence?.failure
    const idle = stats?.paused ? undefined : this.#run.failure
    return {
      ready: [failure, idle, unkept].every((one) => one === undefined),
      checks: {
        queue: failure ? `nothing can be kept: ${failure.message}` : status,
        worker: this.#sentence(stats, idle),
        backlog: stats ? backlogOf(stats) : 'the queue does not tell',
        ...(this.#evidence && {
          evidence: unkept ? `no evidence can be kept: ${unkept.message}` : 'kept',
        }),
      },
    }
  }

  #sentence(stats: QueueStats | undefined, idle: Error | undefined): string {
    if (!this.#worker) return 'this node runs no jobs'
    if (stats?.paused) return 'paused: messages are accepted, and no job is run'
    return idle ? `no job is run: ${idle.message}` : 'running jobs'
  }
}

function backlogOf({ waiting, delayed, dead, oldest }: QueueStats): string {
  const age = oldest === undefined ? '' : `, the oldest for ${Math.round(oldest / 1000)} s`
  return `${waiting} waiting${age}; ${delayed} delayed; ${dead} dead`
}

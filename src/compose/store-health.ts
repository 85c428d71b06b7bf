/** Tries every few seconds, when it is asked for, whether what is accepted is kept and whether this node runs jobs. */
import { Reading } from '../base/reading.js'
import type { QueueStats } from '../store/queue/admin.js'
import type { JobQueue, JobWorker } from '../store/queue/queue.js'

/** What the store says, by the names of the checks. */
export interface StoreState {
  readonly ready: boolean
  readonly checks: Readonly<Record<'queue' | 'worker' | 'backlog', string>> &
    Readonly<Partial<Record<keyof Beside, string>>>
}

/** What has to be kept beside jobs, each only where the configuration asks for it. */
export interface Beside {
  readonly evidence?: Probed | undefined
  readonly attachments?: Probed | undefined
}

interface Probed {
  /** @throws Error if nothing can be kept */
  probe(): Promise<void>
}

export class StoreHealth {
  readonly #queue: JobQueue
  readonly #worker: JobWorker | undefined
  readonly #written: Reading<void>
  readonly #run: Reading<void>
  readonly #stats: Reading<QueueStats>
  readonly #beside: readonly (readonly [keyof Beside, Reading<void>])[]

  /**
   * @param worker    undefined where this node runs no jobs
   * @param deadline  milliseconds until a job must be durable
   */
  constructor(
    queue: JobQueue,
    worker: JobWorker | undefined,
    deadline: number,
    { evidence, attachments }: Beside = {},
  ) {
    this.#queue = queue
    this.#worker = worker
    this.#written = new Reading(() => queue.probe(), { deadline })
    this.#run = new Reading((signal) => worker?.probe(signal), { deadline })
    this.#stats = new Reading(() => queue.admin.stats())
    const reading = (probed: Probed) => new Reading(() => probed.probe(), { deadline })
    this.#beside = [
      ...(evidence ? [['evidence', reading(evidence)] as const] : []),
      ...(attachments ? [['attachments', reading(attachments)] as const] : []),
    ]
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
    const beside = this.#beside.map(([, reading]) => reading.look())
    await Promise.all([this.#written.look(), this.#stats.look(), ...beside])
    const stats = this.#stats.value
    // Paused, nothing would take it.
    if (this.#worker && stats && !stats.paused) await this.#run.look()
    else this.#run.forget()
    const { failure } = this.#written
    const idle = stats?.paused ? undefined : this.#run.failure
    return {
      ready: [failure, idle, ...this.#beside.map(([, reading]) => reading.failure)].every(
        (one) => one === undefined,
      ),
      checks: {
        queue: failure ? `nothing can be kept: ${failure.message}` : status,
        worker: this.#sentence(stats, idle),
        backlog: stats ? backlogOf(stats) : 'the queue does not report it',
        ...Object.fromEntries(
          this.#beside.map(([name, { failure: unkept }]) => [
            name,
            unkept ? `no ${name} can be kept: ${unkept.message}` : 'kept',
          ]),
        ),
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

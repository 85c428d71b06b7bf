/** Proves that Redis takes and gives back what is written, and that a worker of this process runs what it hands out. */
import { Queue, Worker } from 'bullmq'
import { untilAborted, within } from '../../../base/deadline.js'
import { type Deferred, deferred } from '../../../base/deferred.js'
import type { Log } from '../../../base/log.js'
import { randomId } from '../../../base/time.js'
import type { Connection } from '../../redis/connect.js'
import { type JobWorker, QueueUnavailable } from '../queue.js'

/** Milliseconds for which Redis keeps what a process leaves behind that was killed. */
const KEPT = 3_600_000
/** Milliseconds that removing it may take. */
const CLOSING = 2_000

/**
 * Writes a value and reads it back. An acknowledged write is as durable as one of a job: it goes the same way.
 *
 * @param key  of this process alone
 */
export async function writeAndRead(redis: Connection, key: string): Promise<void> {
  const value = randomId()
  await redis.set(key, value, 'PX', KEPT)
  if ((await redis.get(key)) !== value) throw new QueueUnavailable('what was written is not there')
}

interface WorkerProbeParts {
  /** Fails soon if nobody answers. */
  readonly connection: Connection
  /** As that of the worker. */
  readonly patient: Connection
  readonly prefix: string
  readonly log: Log
}

/**
 * A queue of this process alone, beside that of the jobs, and a worker of the same kind on a connection of the same
 * kind: what is in it no other node can take, and nobody sees or counts it.
 */
class WorkerProbe {
  readonly #connection: Connection
  readonly #queue: Queue
  readonly #worker: Worker
  readonly #running = new Map<string, Deferred<void>>()
  readonly #log: Log

  constructor({ connection, patient, prefix, log }: WorkerProbeParts) {
    const name = `probe-${randomId()}`
    this.#connection = connection
    this.#log = log
    this.#queue = new Queue(name, { prefix, connection, streams: { events: { maxLen: 1 } } })
    this.#worker = new Worker(name, async () => undefined, {
      prefix,
      connection: patient,
      skipStalledCheck: true,
      // It has nothing to hold for long.
      skipLockRenewal: true,
    })
    this.#worker.on('completed', ({ name: id }) => this.#running.get(id)?.resolve())
    const logProblem = (error: Error) => log.debug({ error }, 'queue: a probe has a problem')
    this.#queue.on('error', logProblem)
    this.#worker.on('error', logProblem)
  }

  async run(signal: AbortSignal): Promise<void> {
    const id = randomId()
    const ended = deferred()
    this.#running.set(id, ended)
    try {
      await untilAborted(signal, async () => {
        await this.#queue.add(id, {}, { removeOnComplete: true, removeOnFail: true })
        await ended.promise
        await this.#expire()
      })
    } finally {
      this.#running.delete(id)
    }
  }

  async close(): Promise<void> {
    try {
      await within(CLOSING, async () => {
        await this.#worker.close(true)
        await this.#queue.obliterate({ force: true })
        await this.#queue.close()
      })
    } catch (error) {
      this.#log.debug({ error }, 'queue: a probe was closed while Redis did not answer')
    }
  }

  async #expire(): Promise<void> {
    const keys = Object.values(this.#queue.keys)
    await Promise.all(keys.map((key) => this.#connection.pexpire(key, KEPT)))
  }
}

/** A worker of jobs, and what proves that it would run one: made when it is first asked for. */
export class ProbedWorker implements JobWorker {
  readonly #worker: Pick<JobWorker, 'close'>
  readonly #parts: WorkerProbeParts
  #probe: WorkerProbe | undefined

  constructor(worker: Pick<JobWorker, 'close'>, parts: WorkerProbeParts) {
    this.#worker = worker
    this.#parts = parts
  }

  probe(signal: AbortSignal): Promise<void> {
    this.#probe ??= new WorkerProbe(this.#parts)
    return this.#probe.run(signal)
  }

  async close(deadline: AbortSignal): Promise<void> {
    await Promise.all([this.#worker.close(deadline), this.#probe?.close()])
  }
}

/** What is kept beside the jobs, and for how long: large envelopes and answers, and the bindings of keys. */
import type { JobResult } from '../job.js'
import type { Claim } from '../queue.js'
import type { Store } from './key-store.js'
import type { StoredJob } from './stored-job.js'
import { bodyKey, claimKey, deskKey, resultKey } from './stored-names.js'
import { readResult, type StoredResult, storedResult } from './stored-result.js'

/** Milliseconds for which an envelope or a binding waits at least for its job to be added. */
const UNADDED = 600_000
/** Milliseconds for which an operator's change may take. */
const CHANGE = 10_000
/** A job is removed some time after its retention: what belongs to it stays a little longer. */
const LONGER = 60_000

export class Shelf {
  readonly #store: Store
  readonly #retention: number

  /** @param retention  milliseconds */
  constructor(store: Store, retention: number) {
    this.#store = store
    this.#retention = retention
  }

  async claim(key: string, { id, digest }: Claim): Promise<Claim> {
    const value = JSON.stringify([id, digest])
    const milliseconds = Math.max(this.#retention, UNADDED)
    const bound = await this.#store.claim(claimKey(key), value, milliseconds)
    const [boundId, boundDigest] = JSON.parse(bound) as [string, string]
    return { id: boundId, digest: boundDigest }
  }

  /** Keeps an envelope for a while; `keep` keeps it once its job has been added. */
  putBody(id: string, body: Buffer): Promise<void> {
    return this.#store.put(bodyKey(id), body, UNADDED)
  }

  async content({ job, body }: StoredJob): Promise<string | undefined> {
    return body ?? (await this.#store.get(bodyKey(job.id)))?.toString('utf8')
  }

  /** Keeps what belongs to a job as long as the job itself. */
  async keep(stored: StoredJob): Promise<void> {
    const keys = keysOf(stored)
    if (keys.length > 0) await this.#store.keep(keys)
  }

  /** Keeps what belongs to a job for its retention time only: it is about to end well. */
  async release(stored: StoredJob): Promise<void> {
    const keys = keysOf(stored)
    if (keys.length > 0) await this.#store.expire(keys, this.#retention)
  }

  async drop(stored: StoredJob): Promise<void> {
    const keys = keysOf(stored)
    if (keys.length > 0) await this.#store.remove(keys)
  }

  /** @param attempt  names the attempt, so that none overwrites the answer of another */
  async putResult(id: string, attempt: string, result: JobResult): Promise<StoredResult> {
    const { value, apart } = storedResult(result, () => resultKey(id, attempt))
    if (apart && value.apart !== undefined) {
      await this.#store.put(value.apart, apart, this.#retention + LONGER)
    }
    return value
  }

  result(value: unknown): Promise<JobResult | undefined> {
    const since = Date.now() - this.#retention
    return readResult(value, since, (key) => this.#store.get(key))
  }

  /**
   * Takes the right to change a job; only one at a time has it.
   *
   * @returns gives it back; undefined if another has it
   */
  async reserve(id: string, token: string): Promise<(() => Promise<void>) | undefined> {
    const key = deskKey(id)
    if ((await this.#store.claim(key, token, CHANGE)) !== token) return undefined
    return () => this.#store.remove([key])
  }
}

function keysOf({ job, body }: StoredJob): readonly string[] {
  return [
    ...(body === undefined ? [bodyKey(job.id)] : []),
    ...(job.claim === undefined ? [] : [claimKey(job.claim)]),
  ]
}

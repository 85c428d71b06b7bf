/** Keeps the locks of what runs here, and takes those back that have run out while Redis was away. */
import type { Log } from '../../../base/log.js'
import { monotonicTime } from '../../../base/time.js'
import type { Run } from './run.js'
import { LOCK } from './settle.js'
import type { JobStore } from './store.js'

/** Renews locks by id and token. @returns the ids of those that are lost */
type Extend = (ids: string[], tokens: string[], milliseconds: number) => Promise<readonly string[]>

export class Locks {
  readonly #store: JobStore
  readonly #extend: Extend
  readonly #log: Log
  #renewing = false

  constructor(store: JobStore, extend: Extend, log: Log) {
    this.#store = store
    this.#extend = extend
    this.#log = log
  }

  /** To be called several times while a lock holds. Never rejects. */
  async renew(held: readonly Run[]): Promise<void> {
    // During an outage the one that waits is enough.
    if (held.length === 0 || this.#renewing) return
    this.#renewing = true
    const ids = held.map(({ id }) => id)
    const tokens = held.map(({ token }) => token)
    try {
      const lost = new Set(await this.#extend(ids, tokens, LOCK))
      for (const run of held) if (!lost.has(run.id)) run.renewed = monotonicTime()
      await Promise.all(held.filter(({ id }) => lost.has(id)).map((run) => this.#regain(run)))
    } catch (error) {
      this.#log.debug({ error }, 'queue: locks are renewed later')
    } finally {
      this.#renewing = false
    }
  }

  /** Unless another has taken the job. */
  async #regain(run: Run): Promise<void> {
    if (run.outcome) return
    const { id, token } = run
    try {
      const result = await this.#store.lock(id, token, LOCK)
      if (result === 'ours') {
        run.renewed = monotonicTime()
        run.doubted = false
      } else if (run.token !== token) return
      // The lock may be this process's own: it was handed the job again, and is notified of it in a moment.
      else if (run.doubted) run.end('lost')
      else run.doubted = true
    } catch (error) {
      this.#log.debug({ error, job: id }, 'queue: a lock cannot be renewed yet')
    }
  }
}

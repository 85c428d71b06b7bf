/** Keeps the tables of a queue small: what has been kept long enough goes, and its space is used again. */
import type { PgPool } from 'bullmq'
import type { Log } from '../plugin.js'
import type { PostgresStore } from './postgres-store.js'

export interface UpkeepOptions {
  readonly pool: PgPool
  readonly store: PostgresStore
  readonly log: Log
  /** Milliseconds for which finished jobs are kept. */
  readonly retention: number
  /** Finished jobs that are kept at most. */
  readonly keep: number
  /** True if nobody else vacuums and makes checkpoints: PGlite has no processes that would. */
  readonly alone: boolean
}

/** Milliseconds; less, if jobs are kept for less. */
const INTERVAL = 5_000
/** Finished jobs that are removed in one transaction, so that others get their turn. */
const AT_ONCE = 500
/** Changed rows after which the tables are vacuumed. */
const MANY = 5_000
/** Bytes of the log of changes after which what it holds is written to the tables. */
const LOGGED = 32 * 1024 ** 2

/** BullMQ would count all finished jobs at the end of each, so it is told to keep them, and they go here. */
const BEYOND = `SELECT max(finished_at_ms) AS at FROM (
  SELECT finished_at_ms FROM job WHERE queue = 'jobs' AND state = 'completed'
  ORDER BY finished_at_ms DESC OFFSET $1 LIMIT 1) beyond`
const CLEAN = "SELECT count(*)::int AS removed FROM clean('jobs', 'completed', $1, $2)"
const CHANGES = `SELECT COALESCE(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::float8 AS changes,
  (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS logged
  FROM pg_stat_user_tables`

export class PostgresUpkeep {
  readonly #options: UpkeepOptions
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #closed = false
  #changes = 0
  #logged = 0

  constructor(options: UpkeepOptions) {
    this.#options = options
    this.#later()
  }

  /** Waits for what runs. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Does all there is to do now. */
  async run(): Promise<void> {
    const { store, retention, keep, alone } = this.#options
    await store.sweep()
    const [beyond] = await this.#rows<{ at: string | null }>(BEYOND, [keep])
    await this.#clean(Math.max(Date.now() - retention, Number(beyond?.at ?? 0)))
    if (alone) await this.#vacuum()
  }

  #later(): void {
    this.#timer = setTimeout(
      () => {
        this.#running = this.run()
          .catch((error) => this.#options.log.debug({ error }, 'queue: upkeep has failed'))
          .then(() => {
            if (!this.#closed) this.#later()
          })
      },
      Math.min(INTERVAL, this.#options.retention),
    )
  }

  /** @param until  removes finished jobs that ended before; milliseconds since 1970 */
  async #clean(until: number): Promise<void> {
    let removed: number
    do {
      const [row] = await this.#rows<{ removed: number }>(CLEAN, [until, AT_ONCE])
      removed = row?.removed ?? 0
    } while (removed === AT_ONCE && !this.#closed)
  }

  async #vacuum(): Promise<void> {
    const [row] = await this.#rows<{ changes: number; logged: number }>(CHANGES)
    if (!row) return
    if (row.changes - this.#changes >= MANY) {
      this.#changes = row.changes
      await this.#options.pool.query('VACUUM (ANALYZE, SKIP_LOCKED)')
    }
    if (row.logged - this.#logged >= LOGGED) {
      this.#logged = row.logged
      await this.#options.pool.query('CHECKPOINT')
    }
  }

  async #rows<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]> {
    const { rows } = await this.#options.pool.query<Row>(text, values)
    return rows
  }
}

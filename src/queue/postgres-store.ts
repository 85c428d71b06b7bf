/** The store beside the jobs, in a table beside those of BullMQ. */
import type { PgPool, PgQueryable } from 'bullmq'
import { within } from '../within.js'
import type { Store } from './bullmq/key-store.js'
import { QueueUnavailable } from './queue.js'

const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
const LIVES = `(until IS NULL OR until > ${NOW})`

const SQL = {
  table: `CREATE TABLE IF NOT EXISTS waybill_store
    (key text PRIMARY KEY, value bytea NOT NULL, until bigint)`,
  index: `CREATE INDEX IF NOT EXISTS waybill_store_until ON waybill_store (until)
    WHERE until IS NOT NULL`,
  claim: `INSERT INTO waybill_store AS kept VALUES ($1, $2, ${NOW} + $3::bigint)
    ON CONFLICT (key) DO UPDATE SET
      value = CASE WHEN kept.until <= ${NOW} THEN excluded.value ELSE kept.value END,
      until = CASE WHEN kept.until <= ${NOW} THEN excluded.until ELSE kept.until END
    RETURNING value`,
  put: `INSERT INTO waybill_store VALUES ($1, $2, ${NOW} + $3::bigint)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until`,
  get: `SELECT value FROM waybill_store WHERE key = $1 AND ${LIVES}`,
  keep: `UPDATE waybill_store SET until = NULL WHERE key = ANY($1::text[]) AND until > ${NOW}`,
  expire: `UPDATE waybill_store SET until = ${NOW} + $2::bigint
    WHERE key = ANY($1::text[]) AND ${LIVES}`,
  remove: 'DELETE FROM waybill_store WHERE key = ANY($1::text[])',
  sweep: `DELETE FROM waybill_store WHERE key IN
    (SELECT key FROM waybill_store WHERE until <= ${NOW} LIMIT 1000)`,
} as const

/** Makes the table, if it is not there, in the schema that the session looks into first. */
export async function createStoreTable(session: PgQueryable): Promise<void> {
  await session.query(SQL.table)
  await session.query(SQL.index)
}

export class PostgresStore implements Store {
  readonly #pool: PgPool
  readonly #deadline: number

  /** @param deadline  milliseconds that each of the methods may take */
  constructor(pool: PgPool, deadline: number) {
    this.#pool = pool
    this.#deadline = deadline
  }

  async claim(key: string, value: string, milliseconds: number): Promise<string> {
    const [bound] = await this.#rows(SQL.claim, [key, Buffer.from(value), milliseconds])
    if (!bound) throw new QueueUnavailable('the store did not say what a key is bound to')
    return bound.toString('utf8')
  }

  async put(key: string, bytes: Uint8Array, milliseconds: number): Promise<void> {
    await this.#rows(SQL.put, [key, Buffer.from(bytes), milliseconds])
  }

  async get(key: string): Promise<Buffer | undefined> {
    const [value] = await this.#rows(SQL.get, [key])
    return value
  }

  async keep(keys: readonly string[]): Promise<void> {
    await this.#rows(SQL.keep, [keys])
  }

  async expire(keys: readonly string[], milliseconds: number): Promise<void> {
    await this.#rows(SQL.expire, [keys, milliseconds])
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#rows(SQL.remove, [keys])
  }

  /** Removes what is kept no longer. */
  async sweep(): Promise<void> {
    let removed: number | null | undefined
    do {
      const { rowCount } = await this.#pool.query(SQL.sweep)
      removed = rowCount
    } while (removed === 1000)
  }

  async #rows(text: string, values: readonly unknown[]): Promise<readonly Buffer[]> {
    try {
      const { rows } = await within(this.#deadline, () =>
        this.#pool.query<{ readonly value: Uint8Array }>(text, values),
      )
      return rows.map(({ value }) => Buffer.from(value))
    } catch (cause) {
      const sentence = cause instanceof Error ? cause.message : String(cause)
      throw new QueueUnavailable(`the store does not answer: ${sentence}`, { cause })
    }
  }
}

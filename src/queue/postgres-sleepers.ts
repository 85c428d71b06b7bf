/** Jobs that sleep in Postgres: delayed ones, by no delay but until a moment. */
import type { IQueueBackend, PgPool, Queue } from 'bullmq'
import { within } from '../within.js'
import type { Bedtime, Sleepers } from './bullmq/sleepers.js'

/** What tells them from those that wait for their next attempt, without a look into their data. */
export const ASLEEP = "state = 'delayed' AND delay_ms = 0"

const ENTER = `WITH mine AS (
    UPDATE job SET data = $4::jsonb
    WHERE queue = 'jobs' AND id = $1 AND state = 'active' AND lock_token = $2 RETURNING id)
  SELECT move_to_delayed('jobs', id, $2, $3::bigint, 0, true, NULL, NULL) FROM mine`
/** BullMQ alone would let a job go twice, once while it runs already. */
const LEAVE = `SELECT promote('jobs', id) FROM (
  SELECT id FROM job WHERE queue = 'jobs' AND id = $1 AND ${ASLEEP} FOR UPDATE) sleeping`

export class PostgresSleepers implements Sleepers {
  readonly #pool: PgPool
  readonly #deadline: number

  /** @param deadline  milliseconds that each of the methods may take */
  constructor(pool: PgPool, deadline: number) {
    this.#pool = pool
    this.#deadline = deadline
  }

  enter(_backend: IQueueBackend, { id, token, data }: Bedtime): Promise<boolean> {
    return this.#any(ENTER, [id, token, data.sleep.until, JSON.stringify(data)])
  }

  leave(_queue: Queue, id: string): Promise<boolean> {
    return this.#any(LEAVE, [id])
  }

  async #any(text: string, values: readonly unknown[]): Promise<boolean> {
    const { rows } = await within(this.#deadline, () => this.#pool.query(text, values))
    return rows.length > 0
  }
}

/** What a queue stands on with Postgres, be it embedded or another process: the same tables, the same SQL. */
import {
  createPostgresBackend,
  type PgPool,
  runMigrations,
  SchemaVersionMismatchError,
} from 'bullmq'
import { WaybillError } from '../errors.js'
import type { Log } from '../plugin.js'
import { within } from '../within.js'
import type { Backing, Waiting } from './bullmq/backing.js'
import { ASLEEP, PostgresSleepers } from './postgres-sleepers.js'
import { createStoreTable, PostgresStore } from './postgres-store.js'
import { PostgresUpkeep } from './postgres-upkeep.js'

export interface PostgresSettings {
  /** Milliseconds that one request to the store may take. */
  readonly acknowledge: number
  /** Milliseconds for which finished jobs are kept. */
  readonly retention: number
  /** Finished jobs that are kept at most. */
  readonly keep: number
}

export interface PostgresPlace {
  readonly name: string
  /** Whose sessions look into `schema` first. */
  readonly pool: PgPool
  readonly schema: string
  /** As BullMQ takes it. */
  readonly connection: unknown
  readonly promise: string
  /** True if nobody else vacuums and makes checkpoints. */
  readonly alone: boolean
  /** @throws Error for whatever stands against making jobs durable */
  readonly probe: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Milliseconds that the end of a vacuum is waited for. */
const CLOSING = 5_000

/** BullMQ would count every job, the finished ones too. One that sleeps does not wait until it is late. */
const WAITING = `SELECT
  (SELECT count(*) FROM job WHERE queue = 'jobs' AND state = 'waiting')
    + (SELECT count(*) FROM job WHERE queue = 'jobs' AND state = 'delayed' AND NOT (${ASLEEP}))
    + (SELECT count(*) FROM job WHERE queue = 'jobs' AND ${ASLEEP} AND process_at_ms <= $1::bigint)
    AS depth,
  (SELECT CASE WHEN attempts_made = 0 AND stalled_count = 0 AND NOT data ? 'sleep'
    THEN added_at_ms END
    FROM job WHERE queue = 'jobs' AND state = 'waiting' ORDER BY priority, seq LIMIT 1) AS oldest`

/**
 * Makes the tables, if they are not there.
 *
 * @throws WaybillError WAYBILL_QUEUE_FOREIGN if a newer version has made them
 */
export async function preparePostgres(place: PostgresPlace): Promise<void> {
  const session = await place.pool.connect()
  try {
    await runMigrations(session, place.schema)
    await createStoreTable(session)
  } catch (error) {
    if (!(error instanceof SchemaVersionMismatchError)) throw error
    throw new WaybillError('WAYBILL_QUEUE_FOREIGN', `${place.name}: ${error.message}`, {
      cause: error,
    })
  } finally {
    session.release()
  }
}

/** @param place  prepared; closing the backing closes it */
export function postgresBacking(
  place: PostgresPlace,
  { acknowledge, retention, keep }: PostgresSettings,
  log: Log,
): Backing {
  const { name, pool, connection, promise, alone } = place
  const store = new PostgresStore(pool, acknowledge)
  const upkeep = new PostgresUpkeep({ pool, store, log, retention, keep, alone })
  return {
    name,
    connection,
    factory: createPostgresBackend as NonNullable<Backing['factory']>,
    store,
    sleepers: new PostgresSleepers(pool, acknowledge),
    promise,
    sweeps: true,
    silent: true,
    waiting: () => countWaiting(pool),
    async probe() {
      await place.probe()
      return undefined
    },
    async close() {
      try {
        await within(CLOSING, () => upkeep.close())
      } catch (error) {
        log.debug({ error }, 'queue: closed while its tables were tidied')
      }
      await place.close()
    },
  }
}

async function countWaiting(pool: PgPool): Promise<Waiting> {
  const { rows } = await pool.query<{ depth: string; oldest: string | null }>(WAITING, [Date.now()])
  const { depth = 0, oldest = null } = rows[0] ?? {}
  return { depth: Number(depth), oldest: oldest === null ? undefined : Number(oldest) }
}

/** What a queue stands on with a Postgres of its own: connections by `pg`, and the truth about it. */
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PgModule, PgPool } from 'bullmq'
import { WaybillError } from '../errors.js'
import type { Log } from '../plugin.js'
import { sentenceOf } from './answered.js'
import type { Backing } from './bullmq/backing.js'
import {
  type PostgresPlace,
  type PostgresSettings,
  postgresBacking,
  preparePostgres,
} from './postgres-backing.js'

export interface PostgresServerSettings extends PostgresSettings {
  /** As `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Names the schema; `-` becomes `_`, which is in no prefix. */
  readonly prefix: string
  /** Wait for one that cannot be reached. */
  readonly waitAtStart: boolean
}

/** Milliseconds. */
const REACHING = 5_000
const BETWEEN = 1_000
/** Connections of one part: the queue, its events, its worker, the store. */
const CONNECTIONS = 4
/** SQLSTATEs of a wrong user, password or database, and of what the user may not do. */
const REFUSED = ['28000', '28P01', '3D000', '42501']

/** `pg` is the operator's to install: only few need it. */
export function loadPg(load: (name: string) => unknown = createRequire(import.meta.url)): PgModule {
  try {
    return load('pg') as PgModule
  } catch (cause) {
    throw new WaybillError('WAYBILL_PG_MISSING', 'queue.url is postgres://, and pg is not there', {
      cause,
    })
  }
}

/**
 * Reaches Postgres and makes the tables in a schema of their own.
 *
 * @param stop  ends the waiting
 * @throws WaybillError WAYBILL_PG_MISSING, WAYBILL_QUEUE_UNAVAILABLE if nobody answers,
 *   WAYBILL_QUEUE_REFUSED for a wrong user or password, WAYBILL_QUEUE_FOREIGN for newer tables
 */
export async function openPostgres(
  settings: PostgresServerSettings,
  log: Log,
  stop: AbortSignal = new AbortController().signal,
): Promise<Backing> {
  const { Pool } = loadPg()
  const schema = settings.prefix.replaceAll('-', '_')
  const shared = {
    connectionString: settings.url,
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: REACHING,
  }
  const pool = new Pool({ ...shared, options: `-c search_path="${schema}"` })
  pool.on('error', (error) => log.debug({ error }, 'queue: a connection to Postgres has a problem'))
  const place = {
    name: nameOf(settings.url),
    pool,
    schema,
    connection: { ...shared, schema },
    promise: '',
    alone: false,
    probe: () => probe(pool),
    close: () => pool.end(),
  } satisfies PostgresPlace
  try {
    await reach(place, settings.waitAtStart, log, stop)
    await preparePostgres(place)
    return postgresBacking({ ...place, promise: await promiseOf(pool) }, settings, log)
  } catch (error) {
    await pool.end()
    throw told(error, place.name)
  }
}

async function reach(
  { name, probe }: PostgresPlace,
  wait: boolean,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  for (let warned = false; ; warned = true) {
    try {
      await probe()
      return
    } catch (error) {
      if (!wait || stop.aborted || isRefusal(error)) throw error
      if (!warned) log.warn({ queue: name, problem: sentenceOf(error) }, 'waiting for the queue')
    }
    await sleep(BETWEEN, undefined, { signal: stop }).catch(() => undefined)
  }
}

async function probe(pool: PgPool): Promise<void> {
  const { rows } = await pool.query<{ readonly standby: boolean }>(
    'SELECT pg_is_in_recovery() AS standby',
  )
  if (rows[0]?.standby) throw new Error('it is a standby, which takes nothing')
}

async function promiseOf(pool: PgPool): Promise<string> {
  const { rows } = await pool.query<{ readonly commit: string; readonly sync: string }>(
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS sync",
  )
  const [{ commit, sync } = { commit: '', sync: '' }] = rows
  return commit === 'off' || sync === 'off'
    ? `it may lose what it acknowledged at power loss (synchronous_commit ${commit}, fsync ${sync})`
    : 'what is acknowledged is on its disk'
}

function isRefusal(error: unknown): boolean {
  return REFUSED.includes(String((error as { readonly code?: unknown }).code))
}

function told(error: unknown, name: string): unknown {
  if (error instanceof WaybillError) return error
  const code = isRefusal(error) ? 'WAYBILL_QUEUE_REFUSED' : 'WAYBILL_QUEUE_UNAVAILABLE'
  return new WaybillError(code, `${name}: ${sentenceOf(error)}`, { cause: error })
}

/** Without a password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

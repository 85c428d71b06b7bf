/** The embedded queue's place: PGlite in a folder of its own, made, opened, or replaced if it is damaged. */
import { mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WaybillError } from '../errors.js'
import type { Log } from '../plugin.js'
import type { Backing } from './bullmq/backing.js'
import { putMark, takeMark } from './closed-mark.js'
import { EmbeddedSession } from './embedded-session.js'
import { PglitePool } from './pglite-pool.js'
import {
  type PostgresPlace,
  type PostgresSettings,
  postgresBacking,
  preparePostgres,
} from './postgres-backing.js'
import { syncPath } from './sync-path.js'

/** Of the PGlite that this version runs; another major version cannot read the folder. */
export const POSTGRES_VERSION = '18'
/** Made by the build; without it a first start takes some seconds more. */
export const TEMPLATE = fileURLToPath(new URL('./template.tar.gz', import.meta.url))
const SCHEMA = 'bullmq'
/** MiB; a new folder takes half of it. */
const LEAST_SPACE = 64

/**
 * Opens the queue in a folder, which the caller has locked. One that a crash has damaged is moved
 * aside, and a new one is empty: the accept journal fills it again.
 *
 * @throws WaybillError WAYBILL_QUEUE_FOREIGN if another version has written it
 * @throws WaybillError WAYBILL_STATE_UNUSABLE if it cannot be written
 */
export async function openEmbedded(
  folder: string,
  settings: PostgresSettings,
  log: Log,
): Promise<Backing> {
  try {
    const place = await openPlace(folder, log)
    return postgresBacking(place, settings, log)
  } catch (error) {
    if (error instanceof WaybillError) throw error
    const sentence = error instanceof Error ? error.message : String(error)
    throw new WaybillError('WAYBILL_STATE_UNUSABLE', `${folder}: ${sentence}`, { cause: error })
  }
}

async function openPlace(folder: string, log: Log): Promise<PostgresPlace> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await needSpace(folder)
  const version = await versionOf(folder)
  if (version === undefined) {
    if (!(await isEmpty(folder))) await setAside(folder, 'it is no data folder', log)
    return prepared(folder, await make(folder, log))
  }
  // Power that was lost soon after the folder was made may have left the file empty: that is damage.
  if (version !== POSTGRES_VERSION && /^\d/.test(version)) {
    throw new WaybillError(
      'WAYBILL_QUEUE_FOREIGN',
      `${folder} was written by PostgreSQL ${version}; this version has PostgreSQL ${POSTGRES_VERSION}`,
    )
  }
  const orderly = await takeMark(folder)
  try {
    const session = await EmbeddedSession.open({ folder, how: orderly ? 'open' : 'check' })
    return await prepared(folder, session)
  } catch (error) {
    if (error instanceof WaybillError) throw error
    await setAside(folder, error instanceof Error ? error.message : String(error), log)
    return prepared(folder, await make(folder, log))
  }
}

async function setAside(folder: string, because: string, log: Log): Promise<void> {
  const aside = `${folder}.damaged-${new Date().toISOString().replaceAll(':', '')}`
  await rename(folder, aside)
  log.warn(
    { aside, because },
    'the store of the queue is damaged and is replaced; what was accepted is in the journal',
  )
}

/** A full disk looks like damage, and is none. */
async function needSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / 1024 ** 2)
  if (free < LEAST_SPACE) throw new Error(`only ${free} MiB are free, ${LEAST_SPACE} are needed`)
}

async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder)).length === 0
}

async function prepared(folder: string, session: EmbeddedSession): Promise<PostgresPlace> {
  const pool = new PglitePool(session)
  const place: PostgresPlace = {
    name: `embedded:${folder}`,
    pool,
    schema: SCHEMA,
    connection: pool,
    promise: 'what is acknowledged outlives this process, and with its journal power loss, too',
    alone: true,
    async probe() {
      if (session.stopped !== undefined) throw new Error(session.stopped)
    },
    async close() {
      await pool.end()
      if (await session.close()) await putMark(folder)
    },
  }
  try {
    await preparePostgres(place)
    return place
  } catch (error) {
    await session.close()
    throw error
  }
}

/** Made beside its place and renamed, so that no crash leaves half of one there. */
async function make(folder: string, log: Log): Promise<EmbeddedSession> {
  const unfinished = `${folder}.new`
  // It may be left of a crash, or not be a data folder at all.
  await rm(unfinished, { recursive: true, force: true })
  await takeMark(folder)
  if (!(await madeFrom(TEMPLATE, unfinished, log))) await madeFrom(undefined, unfinished, log)
  await rename(unfinished, folder)
  await syncPath(dirname(folder))
  return EmbeddedSession.open({ folder, how: 'open' })
}

async function madeFrom(template: string | undefined, folder: string, log: Log): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 })
    const session = await EmbeddedSession.open({ folder, how: 'make', template })
    await session.close()
    return true
  } catch (error) {
    if (template === undefined) throw error
    log.debug({ template, error }, 'queue: made without the template')
    await rm(folder, { recursive: true, force: true })
    return false
  }
}

async function versionOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

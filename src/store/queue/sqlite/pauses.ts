/** Pauses of destinations in the file, among its named values, and the jobs that wait because of them. */
import { wallTime } from '../../../base/time.js'
import {
  type PausedDestination,
  pauseText,
  readPause,
  type TriedJob,
  type WaitingMessages,
} from '../pauses.js'
import { WAY } from './schema.js'
import type { Transaction } from './transaction.js'

/** Each begins the names of the values of one kind; what follows is a destination, or the id of a job. */
const PAUSED = 'waybill:pause '
/** Of a destination whose jobs are being woken: if the process ends meanwhile, another goes on. */
const RESUMED = 'waybill:resume '
/** Of a job that an operator tries: it is sent once, whatever holds its destination up. */
const TRIED = 'waybill:try '

export function pausesIn(tx: Transaction): readonly PausedDestination[] {
  return named(tx, PAUSED).map(({ rest, value }) => readPause(rest, value))
}

export function isPaused(tx: Transaction, destination: string): boolean {
  return tx.sql('SELECT 1 FROM head WHERE name = ?').get(`${PAUSED}${destination}`) !== undefined
}

/** One that is there already stays as it is. @returns all of them */
export function pause(
  tx: Transaction,
  destination: string,
  by: string,
): readonly PausedDestination[] {
  const value = pauseText({ destination, by, at: wallTime() })
  tx.sql('INSERT INTO head (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING').run(
    `${PAUSED}${destination}`,
    value,
  )
  remove(tx, `${RESUMED}${destination}`)
  tx.pausesChanged = true
  return pausesIn(tx)
}

/** Its jobs are to be woken then. @returns the pauses that are left */
export function resumeDestination(
  tx: Transaction,
  destination: string,
): readonly PausedDestination[] {
  if (isPaused(tx, destination)) {
    remove(tx, `${PAUSED}${destination}`)
    mark(tx, `${RESUMED}${destination}`)
    tx.pausesChanged = true
  }
  return pausesIn(tx)
}

/** Destinations whose jobs have not all been woken yet. */
export function resumedIn(tx: Transaction): readonly string[] {
  return named(tx, RESUMED).map(({ rest }) => rest)
}

/** Notes that all jobs of a destination have been woken. */
export function allWoken(tx: Transaction, destination: string): void {
  remove(tx, `${RESUMED}${destination}`)
}

export function waitingFor(tx: Transaction, way: string): WaitingMessages {
  const delayed = tx
    .sql(
      `SELECT count(*) AS n, min(accepted) AS oldest FROM job WHERE state = 'delayed' AND ${WAY} = ?`,
    )
    .get(way)
  const held = tx
    .sql(
      `SELECT count(*) AS n FROM job WHERE lane IS NOT NULL AND state NOT IN ('done', 'dead') AND state = 'held'
       AND lane IN (SELECT lane FROM job WHERE state = 'delayed' AND ${WAY} = ? AND lane IS NOT NULL)`,
    )
    .get(way)
  return { waiting: Number(delayed?.n) + Number(held?.n), oldest: delayed?.oldest ?? undefined }
}

/** Has the oldest delayed job of a way run next, whatever holds that up. @returns undefined if none is delayed */
export function tryOne(tx: Transaction, way: string): TriedJob | undefined {
  const row: (TriedJob & { readonly seq: number }) | undefined = tx
    .sql(
      `SELECT seq, id, attempts FROM job WHERE state = 'delayed' AND ${WAY} = ? ORDER BY seq LIMIT 1`,
    )
    .get(way)
  if (!row) return undefined
  mark(tx, `${TRIED}${row.id}`)
  tx.sql(
    `UPDATE job SET state = 'waiting', due = NULL,
       turn = (SELECT coalesce(min(turn), 1) - 1 FROM job WHERE state = 'waiting') WHERE seq = ?`,
  ).run(row.seq)
  return { id: row.id, attempts: row.attempts }
}

/** Ids of jobs that are to be tried when they are taken. */
export function triedIn(tx: Transaction): ReadonlySet<string> {
  return new Set(named(tx, TRIED).map(({ rest }) => rest))
}

/** Notes that one of them was taken. */
export function taken(tx: Transaction, id: string): void {
  remove(tx, `${TRIED}${id}`)
}

/** The values of one kind, each with what follows in its name. */
function named(
  tx: Transaction,
  kind: string,
): readonly { readonly rest: string; readonly value: string }[] {
  const rows: readonly { readonly name: string; readonly value: string }[] = tx
    .sql('SELECT name, value FROM head WHERE name >= ? AND name < ? ORDER BY name')
    .all(kind, `${kind.slice(0, -1)}!`)
  return rows.map(({ name, value }) => ({ rest: name.slice(kind.length), value }))
}

function mark(tx: Transaction, name: string): void {
  tx.sql("INSERT INTO head (name, value) VALUES (?, '1') ON CONFLICT (name) DO NOTHING").run(name)
}

function remove(tx: Transaction, name: string): void {
  tx.sql('DELETE FROM head WHERE name = ?').run(name)
}

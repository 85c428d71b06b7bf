/** Takes jobs into the file, each with its claim, and finds what is there. */
import type { Holder } from '../queue.js'
import { areThere, attach } from './blobs.js'
import type { Capacity } from './capacity.js'
import { isOpen } from './direct-runs.js'
import { Refused } from './failures.js'
import { refuseLate, refuseUnwritable } from './refuse.js'
import { remember } from './remembered.js'
import type { Found, NewJob, OpenOptions } from './requests.js'
import {
  COLUMNS,
  checked,
  checksumOf,
  getBytes,
  headOf,
  isExpired,
  type JobRow,
  putBytes,
  resultOf,
  rowOf,
} from './rows.js'
import type { Transaction } from './transaction.js'

/**
 * Takes a job, unless another holds its message.
 *
 * @throws Refused if nothing can be made durable, if there is too much to do, or if nobody waits for it any more
 */
export function add(
  tx: Transaction,
  job: NewJob,
  deadline: number,
  { problem, full }: Capacity,
  options: Bounds,
): Holder {
  const holder = holderOf(tx, job, options.retention)
  if (holder) return holder
  if (problem) throw new Refused('unavailable', problem)
  if (full) throw new Refused('full', full)
  refuseLate(deadline)
  if (!areThere(tx, job.blobs)) throw new Refused('unavailable', 'an attachment is not kept')
  return insertOnce(tx, job, options, 'waiting')
}

/**
 * Takes a run of this process, unless another holds its message. No bound on jobs that wait counts it.
 *
 * @throws Refused if nothing can be made durable, or nobody waits for it any more
 */
export function begin(
  tx: Transaction,
  run: NewJob,
  deadline: number,
  capacity: Capacity,
  options: Bounds,
): Holder {
  const holder = holderOf(tx, run, options.retention)
  if (holder) return holder
  refuseUnwritable(capacity, deadline)
  return insertOnce(tx, run, options, 'running')
}

type Bounds = Pick<OpenOptions, 'maxRemembered' | 'retention'>

/** The job that holds a message already; undefined if none does. */
function holderOf(tx: Transaction, job: NewJob, retention: number): Holder | undefined {
  const same = rowOf(tx, job.id)
  if (same && !isExpired(same, retention)) return holding(tx, same)
  if (same) removeRow(tx, same)
  const { claim } = job
  if (!claim) return undefined
  const held = checked(tx.sql(`SELECT ${COLUMNS} FROM job WHERE claim = ?`).get(claim))
  const again = held !== undefined && isOpen(held) && held.digest === job.digest
  if (held && !again && !isExpired(held, retention)) return holding(tx, held)
  // Kept for what else it holds, but known no longer, or open again.
  if (held) tx.sql('UPDATE job SET claim = NULL WHERE seq = ?').run(held.seq)
  return undefined
}

function holding(tx: Transaction, row: JobRow): Holder {
  const { state } = stateOf(tx, row)
  return { id: row.id, added: false, digest: row.digest ?? undefined, state }
}

/**
 * Adds a job that no other holds.
 *
 * @param state  `running`: it belongs to this process from the beginning
 * @returns `forgotten` if its claim counts once, and another job had it
 * @throws Refused if no more claims can be remembered
 */
function insertOnce(
  tx: Transaction,
  job: NewJob,
  options: Bounds,
  state: 'waiting' | 'running',
): Holder {
  const { id, digest, once } = job
  if (once && !remember(tx, [once.key], once.until, options)) {
    return { id, added: false, digest: undefined, state: 'forgotten' }
  }
  if (state === 'waiting') insert(tx, job)
  else insertAs(tx, job, state)
  return { id, added: true, digest, state }
}

/** Adds a job whatever its claim is. */
export function insert(tx: Transaction, job: NewJob, replaces?: string): void {
  const held = job.lane !== undefined && isLaneOpen(tx, job.lane)
  insertAs(tx, job, held ? 'held' : 'waiting', replaces)
  tx.added()
}

function insertAs(
  tx: Transaction,
  job: NewJob,
  state: 'held' | 'waiting' | 'running',
  replaces?: string,
): void {
  const { id, accepted, lane, claim, digest, awaits, head, plan, content, blobs } = job
  const { lastInsertRowid } = tx
    .sql(
      `INSERT INTO job (id, state, turn, owner, accepted, lane, claim, digest, awaits, head, plan, replaces,
         bytes, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      state,
      state === 'running' ? 0 : tx.nextTurn(),
      state === 'running' ? tx.owner : null,
      accepted,
      lane ?? null,
      claim ?? null,
      digest ?? null,
      awaits ?? null,
      head,
      plan,
      replaces ?? null,
      content.length,
      checksumOf(content),
    )
  putBytes(tx, Number(lastInsertRowid), 'content', content)
  attach(tx, Number(lastInsertRowid), blobs)
}

/** True if a job of the lane has not ended. */
export function isLaneOpen(tx: Transaction, lane: string): boolean {
  const open = tx.sql(
    `SELECT 1 FROM job WHERE lane = ? AND lane IS NOT NULL AND state NOT IN ('done', 'dead') LIMIT 1`,
  )
  return open.get(lane) !== undefined
}

export function removeRow(tx: Transaction, { seq }: Pick<JobRow, 'seq'>): void {
  tx.sql('DELETE FROM job WHERE seq = ?').run(seq)
}

/** Id of the newest job that awaits an answer under a key and has not ended. */
export function awaiting(tx: Transaction, key: Uint8Array): string | undefined {
  return tx
    .sql(
      `SELECT id FROM job WHERE awaits = ? AND awaits IS NOT NULL AND state NOT IN ('done', 'dead')
       ORDER BY seq DESC LIMIT 1`,
    )
    .get(key)?.id
}

export function find(tx: Transaction, id: string, retention: number): Found | undefined {
  const row = rowOf(tx, id)
  return row && !isExpired(row, retention) ? stateOf(tx, row) : undefined
}

/** What has become of a job; of one that was replaced, what has become of the other. */
function stateOf(tx: Transaction, row: JobRow): Found {
  switch (row.state) {
    case 'running':
      return { state: 'running', destination: destinationOf(row) }
    case 'dead':
      return { state: 'dead', cause: row.cause ?? '' }
    case 'done': {
      const result = resultOf(row)
      const by = result?.kind === 'replaced' ? rowOf(tx, result.by) : undefined
      if (by) return stateOf(tx, by)
      const { seq, answer_bytes: bytes, answer_checksum: checksum } = row
      const answer = getBytes(tx, seq, 'answer', { bytes, checksum })
      if (!answer) return { state: 'dead', cause: 'the answer that was kept is damaged' }
      return { state: 'done', result, answer: bytes > 0 ? answer : undefined }
    }
    case 'delayed':
      return { state: 'waiting', destination: destinationOf(row), failed: isFailing(row) }
    default:
      return { state: 'waiting', destination: destinationOf(row) }
  }
}

/** One that was never tried has not failed; one that was postponed, neither. */
function isFailing({ attempts, cause }: JobRow): true | undefined {
  return attempts > 0 && cause !== null ? true : undefined
}

function destinationOf(row: JobRow): string | undefined {
  const { job } = headOf(row)
  return job.kind === 'forward' ? job.destination : undefined
}

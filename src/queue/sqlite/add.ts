/** Takes jobs into the file, each with its claim, and finds what is there. */
import type { Holder } from '../queue.js'
import { attach } from './blobs.js'
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

/** The job that holds a message already; undefined if none does. */
export function holderOf(tx: Transaction, job: NewJob, retention: number): Holder | undefined {
  const same = rowOf(tx, job.id)
  if (same && !isExpired(same, retention)) return holding(tx, same)
  if (same) removeRow(tx, same)
  const { claim } = job
  if (!claim) return undefined
  const held = checked(tx.sql(`SELECT ${COLUMNS} FROM job WHERE claim = ?`).get(claim))
  if (held && !isExpired(held, retention)) return holding(tx, held)
  // Kept for what else it holds, but known no longer.
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
 * @returns `forgotten` if its claim counts once, and another job had it
 * @throws Refused if no more claims can be remembered
 */
export function insertOnce(
  tx: Transaction,
  job: NewJob,
  options: Pick<OpenOptions, 'maxRemembered'>,
): Holder {
  const { id, digest, once } = job
  if (once && !remember(tx, [once.key], once.until, options)) {
    return { id, added: false, digest: undefined, state: 'forgotten' }
  }
  insert(tx, job)
  return { id, added: true, digest, state: 'waiting' }
}

/** Adds a job whatever its claim is. */
export function insert(tx: Transaction, job: NewJob, replaces?: string): void {
  const { id, accepted, lane, claim, digest, awaits, head, plan, content, blobs } = job
  const held = lane !== undefined && isLaneOpen(tx, lane)
  const { lastInsertRowid } = tx
    .sql(
      `INSERT INTO job (id, state, turn, accepted, lane, claim, digest, awaits, head, plan, replaces,
         bytes, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      id,
      held ? 'held' : 'waiting',
      tx.nextTurn(),
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
  tx.added()
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
    default:
      return { state: 'waiting', destination: destinationOf(row) }
  }
}

function destinationOf(row: JobRow): string | undefined {
  const { job } = headOf(row)
  return job.kind === 'forward' ? job.destination : undefined
}

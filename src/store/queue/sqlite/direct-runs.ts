/** Runs that are no jobs: a row holds the claim of each as long as its process lives; its outcome is a job that is done. */
import { wallTime } from '../../../base/time.js'
import type { Holder } from '../queue.js'
import { areThere, attach } from './blobs.js'
import { countsOnce, forgotten, holderOf, type Intake } from './claims.js'
import { Refused } from './failures.js'
import { refuseUnwritable } from './refuse.js'
import { forget } from './remembered.js'
import type { EndedRun, NewRun } from './requests.js'
import { checksumOf, putBytes } from './rows.js'
import type { Transaction } from './transaction.js'

/**
 * Takes a run of this process, unless another holds its message. No bound on jobs that wait counts it.
 *
 * @returns undefined if it was taken
 * @throws Refused if nothing can be made durable, or nobody waits for it any more
 */
export function begin(
  { tx, capacity, bounds }: Intake,
  run: NewRun,
  deadline: number,
): Holder | undefined {
  const holder = holderOf(tx, run, bounds.retention)
  if (holder) return holder
  refuseUnwritable(capacity, deadline)
  if (!countsOnce(tx, run, bounds)) return forgotten(run)
  const { id, claim, digest, once } = run
  tx.sql('INSERT INTO run (id, owner, claim, digest, once) VALUES (?, ?, ?, ?, ?)').run(
    id,
    tx.owner,
    claim ?? null,
    digest ?? null,
    once?.key ?? null,
  )
  return undefined
}

/**
 * Keeps the outcome of a run of this process.
 *
 * @param open  true if its claim may be taken again
 * @returns false if it does not belong to this process any more: nothing was changed then
 * @throws Refused if an attachment of the outcome is no longer kept
 */
export function endRun(tx: Transaction, run: EndedRun, open: boolean): boolean {
  const { id, accepted, claim, digest, once, head, plan, result, answer, blobs } = run
  if (!tx.sql('SELECT 1 FROM run WHERE id = ? AND owner = ?').get(id, tx.owner)) return false
  if (!areThere(tx, blobs)) throw new Refused('unavailable', 'an attachment is not kept')
  tx.sql('DELETE FROM run WHERE id = ?').run(id)
  // Of what came nothing is kept.
  const { lastInsertRowid } = tx
    .sql(
      `INSERT INTO job (id, state, turn, accepted, ended, attempts, claim, digest, head, plan, result, bytes,
         checksum, answer_bytes, answer_checksum)
       VALUES (?, 'done', 0, ?, ?, 1, ?, ?, ?, ?, ?, 0, ${checksumOf(new Uint8Array())}, ?, ?)`,
    )
    .run(
      id,
      accepted,
      wallTime(),
      claim ?? null,
      digest ?? null,
      head,
      plan,
      result,
      answer.length,
      checksumOf(answer),
    )
  const seq = Number(lastInsertRowid)
  if (answer.length > 0) putBytes(tx, seq, 'answer', answer)
  attach(tx, seq, blobs)
  if (open && once) forget(tx, [once.key])
  tx.ended.push(id)
  return true
}

/** Removes a run of this process of which nothing has run. */
export function dropRun(tx: Transaction, id: string): void {
  drop(tx, tx.sql('SELECT id, once FROM run WHERE id = ? AND owner = ?').all(id, tx.owner))
}

/** Opens the claims of all runs of a process that is there no more. */
export function dropRunsOf(tx: Transaction, owner: number): void {
  drop(tx, tx.sql('SELECT id, once FROM run WHERE owner = ?').all(owner))
}

type Dropped = { readonly id: string; readonly once: Uint8Array | null }

function drop(tx: Transaction, rows: readonly Dropped[]): void {
  for (const { id, once } of rows) {
    tx.sql('DELETE FROM run WHERE id = ?').run(id)
    // What counts once has not come yet: it may run again.
    if (once) forget(tx, [once])
    // Who waits for it looks, and finds that it is gone.
    tx.ended.push(id)
  }
}

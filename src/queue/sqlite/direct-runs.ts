/** Runs that are no jobs: a row holds the claim of each as long as its process lives, and its outcome afterwards. */
import { areThere, attach } from './blobs.js'
import { Refused } from './failures.js'
import { forget } from './remembered.js'
import type { Done } from './requests.js'
import { checksumOf, headOf, type JobRow, putBytes, resultOf } from './rows.js'
import { onceOf } from './stored-job.js'
import type { Transaction } from './transaction.js'

/** What a row says that only holds the claim of a run. */
export const IS_RUN = "state = 'running' AND head ->> '$.job.kind' = 'direct'"

/** True for a run whose claim may be taken again by the same message. */
export function isOpen(row: JobRow): boolean {
  if (row.state !== 'done') return false
  const result = resultOf(row)
  return result?.kind === 'fault' && result.open === true
}

/**
 * Keeps the outcome of a run of this process.
 *
 * @param open  true if its claim may be taken again
 * @returns false if it does not belong to this process any more: nothing was changed then
 * @throws Refused if an attachment of the outcome is no longer kept
 */
export function endRun(tx: Transaction, id: string, end: Done, open: boolean): boolean {
  const row = ownRun(tx, id)
  if (!row) return false
  if (!areThere(tx, end.blobs)) throw new Refused('unavailable', 'an attachment is not kept')
  const { seq } = row
  const { answer = new Uint8Array(), blobs, result } = end
  if (answer.length > 0) putBytes(tx, seq, 'answer', answer)
  attach(tx, seq, blobs)
  tx.sql(
    `UPDATE job SET state = 'done', owner = NULL, ended = ?, attempts = 1, result = ?, answer_bytes = ?,
       answer_checksum = ? WHERE seq = ?`,
  ).run(
    Date.now(),
    JSON.stringify(open && result.kind === 'fault' ? { ...result, open } : result),
    answer.length,
    checksumOf(answer),
    seq,
  )
  if (open) forgetClaim(tx, row)
  tx.ended.push(id)
  return true
}

/** Removes a run of this process of which nothing has run. */
export function dropRun(tx: Transaction, id: string): void {
  const row = ownRun(tx, id)
  if (row) remove(tx, row)
}

/** Opens the claims of all runs of a process that is there no more. */
export function dropRunsOf(tx: Transaction, owner: number): void {
  const rows: readonly Run[] = tx
    .sql(`SELECT seq, id, head FROM job WHERE owner = ? AND ${IS_RUN}`)
    .all(owner)
  for (const row of rows) remove(tx, row)
}

/** How many there are, of all processes. */
export function countRuns(tx: Transaction): number {
  return Number(tx.sql(`SELECT count(*) AS n FROM job WHERE ${IS_RUN}`).get()?.n)
}

type Run = Pick<JobRow, 'seq' | 'id' | 'head'>

function ownRun(tx: Transaction, id: string): Run | undefined {
  return tx
    .sql(`SELECT seq, id, head FROM job WHERE id = ? AND owner = ? AND state = 'running'`)
    .get(id, tx.owner)
}

function remove(tx: Transaction, row: Run): void {
  forgetClaim(tx, row)
  tx.sql('DELETE FROM job WHERE seq = ?').run(row.seq)
  // Who waits for it looks, and finds that it is gone.
  tx.ended.push(row.id)
}

/** What counts once has not come yet, if it may run again. */
function forgetClaim(tx: Transaction, row: Run): void {
  const { claim } = headOf(row).job
  const once = claim && onceOf(claim)
  if (once) forget(tx, [once.key])
}

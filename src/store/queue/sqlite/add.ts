/** Takes jobs into the file, each with its claim. */
import type { Holder } from '../queue.js'
import { areThere, attach } from './blobs.js'
import { countsOnce, forgotten, holderOf, type Intake } from './claims.js'
import { Refused } from './failures.js'
import { refuseLate } from './refuse.js'
import type { KeptJob, NewJob } from './requests.js'
import { checksumOf, putBytes } from './rows.js'
import type { Transaction } from './transaction.js'

/**
 * Takes a job, unless another holds its message.
 *
 * @throws Refused if nothing can be made durable, if there is too much to do, or if nobody waits for it any more
 */
export function add({ tx, capacity, bounds }: Intake, job: NewJob, deadline: number): Holder {
  const holder = holderOf(tx, job, bounds.retention)
  if (holder) return holder
  const { problem } = capacity
  if (problem) throw new Refused('unavailable', problem)
  const full = capacity.full ?? (job.mayBeSuspended ? capacity.crowded : undefined)
  if (full) throw new Refused('full', full)
  refuseLate(deadline)
  if (!areThere(tx, job.blobs)) throw new Refused('unavailable', 'an attachment is not kept')
  if (!countsOnce(tx, job, bounds)) return forgotten(job)
  insert(tx, job)
  return { id: job.id, added: true, digest: job.digest, state: 'waiting' }
}

/** Adds a job whatever its claim is. */
export function insert(tx: Transaction, job: KeptJob, replaces?: string): void {
  const { id, accepted, lane, claim, digest, awaits, head, plan, content, blobs } = job
  const held = lane !== undefined && isLaneOpen(tx, lane)
  const { lastInsertRowid } = tx
    .sql(
      `INSERT INTO job (id, state, turn, accepted, lane, claim, digest, awaits, head, plan, replaces, bytes,
         checksum)
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

/** Hands jobs out, one attempt at a time, and writes down how each attempt ended. */
import { wallTime } from '../../../base/time.js'
import type { FailedAttempt } from '../admin.js'
import { insert, isLaneOpen } from './add.js'
import { areThere, attach } from './blobs.js'
import { dropRunsOf } from './direct-runs.js'
import { allWoken, isPaused, taken, triedIn } from './pauses.js'
import { type AttemptEnd, MAX_JOBS_MOVED, type TakenJob } from './requests.js'
import { COLUMNS, checksumOf, getBytes, isDamaged, type JobRow, putBytes } from './rows.js'
import { WAY } from './schema.js'
import type { Transaction } from './transaction.js'

/** Why an attempt failed that has no other cause. */
export const DIED = 'the process that ran it has crashed'
/** Why a job is a dead letter that is not what was accepted. */
const DAMAGED = 'what is kept of it is damaged: it was not run'
/** Why a job is one that has run. */
const GONE = 'an attachment of its answer was no longer kept'

/** @returns so many of the jobs that have waited longest, which belong to this process from now on */
export function take(tx: Transaction, count: number): readonly TakenJob[] {
  const rows: readonly JobRow[] = tx
    .sql(`SELECT ${COLUMNS} FROM job WHERE state = 'waiting' ORDER BY turn, seq LIMIT ?`)
    .all(count)
  const own = tx.sql(`UPDATE job SET state = 'running', owner = ? WHERE seq = ?`)
  const tried = triedIn(tx)
  return rows.flatMap((row) => {
    const content = isDamaged(row) ? undefined : getBytes(tx, row.seq, 'content', row)
    if (!content) {
      die(tx, row, DAMAGED, '')
      return []
    }
    own.run(tx.owner, row.seq)
    const { seq, id, head, plan, attempts, resumed, cause } = row
    const urgent = tried.has(id)
    if (urgent) taken(tx, id)
    const suspended = resumed === 1
    const replayed = isReplayed(tx, row)
    const job = { seq, id, head, plan, content, attempts, suspended, replayed, urgent }
    return [{ ...job, cause: cause ?? undefined }]
  })
}

/** A dead letter keeps its cause and its history; what is new has neither, and what was postponed has no history. */
function isReplayed(tx: Transaction, { seq, attempts, cause, replaces }: JobRow): boolean {
  if (attempts > 0 || (cause === null && replaces === null)) return false
  return tx.sql('SELECT 1 FROM history WHERE job = ? LIMIT 1').get(seq) !== undefined
}

/** @returns false if the job does not belong to this process any more */
export function settle(tx: Transaction, seq: number, end: AttemptEnd, node: string): boolean {
  const row: Pick<JobRow, 'seq' | 'id' | 'attempts' | 'lane'> | undefined = tx
    .sql(
      `SELECT seq, id, attempts, lane FROM job WHERE seq = ? AND owner = ? AND state = 'running'`,
    )
    .get(seq, tx.owner)
  if (!row) return false
  return keepsAll(tx, end)
    ? settleRow(tx, row, end, node)
    : settleRow(tx, row, { kind: 'dead', cause: GONE, follow: [] }, node)
}

/** False if an attachment of what a job leaves is no longer kept. */
function keepsAll(tx: Transaction, end: AttemptEnd): boolean {
  if (end.kind !== 'done' && end.kind !== 'dead') return true
  const own = end.kind === 'done' ? end.blobs : []
  return areThere(tx, [...own, ...end.follow.flatMap(({ blobs }) => blobs)])
}

function settleRow(tx: Transaction, row: Ending, end: AttemptEnd, node: string): boolean {
  const { seq } = row
  switch (end.kind) {
    case 'done': {
      const answer = end.answer ?? new Uint8Array()
      if (answer.length > 0) putBytes(tx, seq, 'answer', answer)
      attach(tx, seq, end.blobs)
      tx.sql(
        `UPDATE job SET state = 'done', owner = NULL, ended = ?, attempts = attempts + 1, cause = NULL,
           result = ?, answer_bytes = ?, answer_checksum = ? WHERE seq = ?`,
      ).run(wallTime(), JSON.stringify(end.result), answer.length, checksumOf(answer), seq)
      over(tx, row)
      break
    }
    case 'dead':
      die(tx, row, end.cause, node)
      break
    case 'failed':
      note(tx, seq, { attempt: row.attempts + 1, node, cause: end.cause })
      tx.sql(
        `UPDATE job SET state = 'delayed', owner = NULL, due = ?, attempts = attempts + 1, cause = ?
         WHERE seq = ?`,
      ).run(end.due, end.cause, seq)
      tx.postponed = true
      // Who waits for its first attempt only has heard enough.
      tx.ended.push(row.id)
      return true
    case 'suspended':
      tx.sql(
        `UPDATE job SET state = 'suspended', owner = NULL, due = ?, resumed = 1, cause = NULL WHERE seq = ?`,
      ).run(end.until, seq)
      tx.postponed = true
      return true
    case 'postponed':
      // Resumed meanwhile, it has its turn again: nobody else would wake it.
      if (end.paused !== undefined && !isPaused(tx, end.paused)) return waitAgain(tx, seq)
      tx.sql(
        `UPDATE job SET state = 'delayed', owner = NULL, due = ?, cause = ? WHERE seq = ?`,
      ).run(end.until, end.cause, seq)
      tx.postponed = true
      return true
    case 'given-back':
      return waitAgain(tx, seq)
  }
  for (const job of end.follow) {
    if (!tx.sql('SELECT 1 FROM job WHERE id = ?').get(job.id)) insert(tx, job)
  }
  return true
}

/** Where it stood in line. */
function waitAgain(tx: Transaction, seq: number): true {
  tx.sql(`UPDATE job SET state = 'waiting', owner = NULL WHERE seq = ?`).run(seq)
  return true
}

type Ending = Pick<JobRow, 'seq' | 'id' | 'attempts' | 'lane'>

function die(tx: Transaction, row: Ending, cause: string, node: string): void {
  note(tx, row.seq, { attempt: row.attempts + 1, node, cause })
  tx.sql(
    `UPDATE job SET state = 'dead', owner = NULL, ended = ?, attempts = attempts + 1, cause = ?
     WHERE seq = ?`,
  ).run(wallTime(), cause, row.seq)
  over(tx, row)
}

/** Tells those who wait for it, and lets the next of its lane run. */
export function over(tx: Transaction, { id, lane }: Pick<JobRow, 'id' | 'lane'>): void {
  tx.ended.push(id)
  if (lane !== null) releaseNext(tx, lane)
}

/** Lets the job of a lane run that was accepted first, unless another one of it has not ended. */
function releaseNext(tx: Transaction, lane: string): void {
  const next: Pick<JobRow, 'seq' | 'state'> | undefined = tx
    .sql(
      `SELECT seq FROM job WHERE lane = ? AND lane IS NOT NULL AND state = 'held'
         AND NOT EXISTS (SELECT 1 FROM job WHERE lane = ? AND lane IS NOT NULL
           AND state IN ('waiting', 'delayed', 'suspended', 'running'))
       ORDER BY seq LIMIT 1`,
    )
    .get(lane, lane)
  if (!next) return
  tx.sql(`UPDATE job SET state = 'waiting', turn = ? WHERE seq = ?`).run(tx.nextTurn(), next.seq)
}

/** Writes into the history of a job that an attempt has failed just now. */
export function note(tx: Transaction, seq: number, failed: Omit<FailedAttempt, 'at'>): void {
  const { attempt, node, cause } = failed
  tx.sql(
    `INSERT INTO history (job, line, at, node, attempt, cause)
     SELECT ?1, count(*), ?2, ?3, ?4, ?5 FROM history WHERE job = ?1`,
  ).run(seq, wallTime(), node, attempt, cause)
}

/** Lets jobs wait again whose delay or suspension is over. */
export function promote(tx: Transaction): void {
  const due: readonly Pick<JobRow, 'seq'>[] = tx
    .sql(
      `SELECT seq, due FROM job WHERE state = 'delayed' AND due <= ?1
       UNION ALL SELECT seq, due FROM job WHERE state = 'suspended' AND due <= ?1
       ORDER BY due LIMIT ${MAX_JOBS_MOVED}`,
    )
    .all(wallTime())
  letWait(tx, due)
}

/** Lets delayed jobs of a way wait again, the oldest first, unless it is paused. @returns how many */
export function wake(tx: Transaction, way: string): number {
  if (isPaused(tx, way)) return 0
  const delayed: readonly Pick<JobRow, 'seq'>[] = tx
    .sql(
      `SELECT seq FROM job WHERE state = 'delayed' AND ${WAY} = ? ORDER BY seq
       LIMIT ${MAX_JOBS_MOVED}`,
    )
    .all(way)
  letWait(tx, delayed)
  if (delayed.length < MAX_JOBS_MOVED) allWoken(tx, way)
  return delayed.length
}

function letWait(tx: Transaction, jobs: readonly Pick<JobRow, 'seq'>[]): void {
  const update = tx.sql(`UPDATE job SET state = 'waiting', due = NULL, turn = ? WHERE seq = ?`)
  for (const { seq } of jobs) update.run(tx.nextTurn(), seq)
}

/** When the next delayed or suspended job goes on, in milliseconds since 1970; undefined if there is none. */
export function nextDue(tx: Transaction): number | undefined {
  const found = tx
    .sql(
      `SELECT due FROM job WHERE state = 'delayed'
       UNION ALL SELECT due FROM job WHERE state = 'suspended' ORDER BY due LIMIT 1`,
    )
    .get()
  return found?.due
}

/** @returns what the job was doing */
export function resume(tx: Transaction, id: string): 'resumed' | 'active' | 'ended' | 'unknown' {
  const row: Pick<JobRow, 'seq' | 'state'> | undefined = tx
    .sql('SELECT seq, state FROM job WHERE id = ?')
    .get(id)
  switch (row?.state) {
    case undefined:
      return 'unknown'
    case 'done':
    case 'dead':
      return 'ended'
    case 'suspended':
      letWait(tx, [row])
      return 'resumed'
    default:
      return 'active'
  }
}

/** Lets the jobs of a process run again that has died: each such attempt counts as one that failed. */
export function release(tx: Transaction, owner: number, node: string): number {
  dropRunsOf(tx, owner)
  const rows: readonly Pick<JobRow, 'seq' | 'attempts'>[] = tx
    .sql(`SELECT seq, attempts FROM job WHERE owner = ? AND state = 'running'`)
    .all(owner)
  const update = tx.sql(
    `UPDATE job SET state = 'waiting', owner = NULL, attempts = attempts + 1, cause = ? WHERE seq = ?`,
  )
  for (const { seq, attempts } of rows) {
    note(tx, seq, { attempt: attempts + 1, node, cause: DIED })
    update.run(DIED, seq)
  }
  return rows.length
}

/** Runs a dead letter again, with all its attempts again, in its place among those of its lane. */
export function revive(tx: Transaction, { seq, lane }: Pick<JobRow, 'seq' | 'lane'>): void {
  const held = lane !== null && isLaneOpen(tx, lane)
  tx.sql(
    `UPDATE job SET state = ?, turn = ?, ended = NULL, attempts = 0, resumed = 0 WHERE seq = ?`,
  ).run(held ? 'held' : 'waiting', tx.nextTurn(), seq)
}

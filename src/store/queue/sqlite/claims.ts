/** Who holds a message: the one name space of what jobs and runs claim. */
import type { Holder } from '../queue.js'
import type { Capacity } from './capacity.js'
import { stateOf } from './find.js'
import type { OpenOptions } from './options.js'
import { remember } from './remembered.js'
import type { NewRun } from './requests.js'
import {
  COLUMNS,
  checked,
  isExpired,
  type JobRow,
  removeRow,
  resultOf,
  rowOf,
  runClaiming,
  runOf,
} from './rows.js'
import type { Transaction } from './transaction.js'

export type Bounds = Pick<OpenOptions, 'maxRemembered' | 'retention'>

/** Where jobs and runs are taken in, and what bounds that. */
export interface Intake {
  readonly tx: Transaction
  readonly capacity: Capacity
  readonly bounds: Bounds
}

/** The job, or the run, that holds a message already; undefined if none does. */
export function holderOf(tx: Transaction, job: NewRun, retention: number): Holder | undefined {
  const run = job.claim ? runClaiming(tx, job.claim) : runOf(tx, job.id)
  if (run) return { id: run.id, added: false, digest: run.digest ?? undefined, state: 'running' }
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
 * @returns false if the claim of a message counts once, and another job had it
 * @throws Refused if no more claims can be remembered
 */
export function countsOnce(tx: Transaction, { once }: NewRun, options: Bounds): boolean {
  return !once || remember(tx, [once.key], once.until, options)
}

/** What holds a message whose claim counts once, and whose job is kept no longer. */
export function forgotten({ id }: NewRun): Holder {
  return { id, added: false, digest: undefined, state: 'forgotten' }
}

/** True for the outcome of a run whose claim may be taken again by the same message. */
function isOpen(row: JobRow): boolean {
  if (row.state !== 'done') return false
  const result = resultOf(row)
  return result?.kind === 'fault' && result.open === true
}

/** What operators ask of the file: numbers, lists, single jobs, and changes of dead letters. */
import type {
  Changed,
  Edit,
  FailedAttempt,
  JobQuery,
  JobSummary,
  ListedState,
  QueueStats,
} from '../admin.js'
import { editedHead, joined } from '../content.js'
import { suspendedCause } from '../suspension.js'
import { insert, removeRow } from './add.js'
import { note, over, revive } from './attempts.js'
import { getBytes } from './content.js'
import type { NewJob, Shown } from './requests.js'
import { COLUMNS, DamagedJob, headOf, isDamaged, type JobRow, listedState, rowOf } from './rows.js'
import { sealOf } from './schema.js'
import type { Transaction } from './transaction.js'

export function stats(tx: Transaction): Omit<QueueStats, 'backend'> {
  const oldest: number | undefined = tx
    .sql(`SELECT accepted FROM job WHERE state = 'waiting' AND resumed = 0 ORDER BY turn LIMIT 1`)
    .get()?.accepted
  return {
    paused: tx.isPaused,
    waiting: tx.tally('waiting') + tx.tally('held'),
    delayed: tx.tally('delayed') + tx.tally('suspended'),
    running: tx.tally('running'),
    done: tx.tally('done'),
    dead: tx.tally('dead'),
    oldest: oldest === undefined ? undefined : Math.max(0, Date.now() - oldest),
  }
}

const LABEL = `head ->> '$.job.label.`
const CONDITIONS = {
  operation: `(${LABEL}operation' = :operation OR
    substr(${LABEL}operation', instr(${LABEL}operation', '}') + 1) = :operation)`,
  to: `instr(${LABEL}to', :to) > 0`,
  sender: `${LABEL}sender' = :sender`,
  cause: 'instr(cause, :cause) > 0',
  since: 'accepted >= :since',
  until: 'accepted < :until',
} as const

export function list(tx: Transaction, query: JobQuery): readonly JobSummary[] {
  const { states, ids, limit = 100, ...filters } = query
  const names = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
    (name) => filters[name] !== undefined,
  )
  const conditions = [
    ...(states ? ['state IN (SELECT value FROM json_each(:states))'] : []),
    ...(ids ? ['id IN (SELECT value FROM json_each(:ids))'] : []),
    ...names.map((name) => CONDITIONS[name]),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
  const rows: readonly JobRow[] = tx
    .sql(
      `SELECT ${COLUMNS} FROM job ${where} ORDER BY coalesce(ended, accepted) DESC, seq DESC LIMIT :limit`,
    )
    .all({
      ...Object.fromEntries(names.map((name) => [name, filters[name]])),
      ...(states && { states: JSON.stringify(states.flatMap(storedStates)) }),
      ...(ids && { ids: JSON.stringify(ids) }),
      limit,
    })
  return rows.map(summaryOf)
}

function storedStates(state: string): readonly string[] {
  if (state === 'waiting') return ['waiting', 'held']
  return state === 'delayed' ? ['delayed', 'suspended'] : [state]
}

function summaryOf(row: JobRow): JobSummary {
  const state = listedState(row)
  if (isDamaged(row)) return damagedSummary(row, state)
  const { kind, label } = headOf(row).job
  const suspended = row.state === 'suspended' && row.due !== null
  return {
    id: row.id,
    kind,
    state,
    operation: label.operation,
    to: label.to,
    sender: label.sender,
    messageId: label.messageId,
    accepted: row.accepted,
    ended: row.ended ?? undefined,
    attempts: state === 'running' ? row.attempts + 1 : row.attempts,
    cause: suspended ? suspendedCause(row.due ?? 0) : (row.cause ?? undefined),
  }
}

/** One that is damaged does not keep the others from being listed. */
function damagedSummary(row: JobRow, state: ListedState): JobSummary {
  const unknown = { operation: undefined, to: undefined, sender: undefined, messageId: undefined }
  const { id, accepted, ended, attempts } = row
  const cause = new DamagedJob(row).message
  return {
    id,
    kind: 'unknown',
    state,
    ...unknown,
    accepted,
    ended: ended ?? undefined,
    attempts,
    cause,
  }
}

export function show(tx: Transaction, id: string): Shown | undefined {
  const row = rowOf(tx, id)
  if (!row) return undefined
  const history: readonly (FailedAttempt & { readonly whole: number })[] = tx
    .sql(
      `SELECT attempt, at, node, cause, seal IS ${sealOf('history')} AS whole FROM history
       WHERE job = ? ORDER BY line`,
    )
    .all(row.seq)
  const content = getBytes(tx, row.seq, 'content', row)
  if (!content) throw new DamagedJob(row, 'content')
  if (history.some(({ whole }) => whole !== 1)) throw new DamagedJob(row, 'history')
  const head = headOf(row)
  return {
    ...summaryOf(row),
    head,
    content,
    charset: head.job.charset,
    replaces: row.replaces ?? undefined,
    replacedBy: row.replaced_by ?? undefined,
    history: history.map(({ whole: _, ...line }) => line),
  }
}

/** Does something with a dead letter. */
function withDead(tx: Transaction, id: string, act: (row: JobRow) => void): Changed {
  const row = rowOf(tx, id)
  if (!row) return 'unknown'
  if (row.state !== 'dead') return 'not-dead'
  act(row)
  return 'done'
}

export function replay(tx: Transaction, id: string): Changed {
  return withDead(tx, id, (row) => revive(tx, row))
}

/** Also one that is damaged. */
export function remove(tx: Transaction, id: string): Changed {
  const row: Pick<JobRow, 'seq' | 'id' | 'state' | 'lane'> | undefined = tx
    .sql('SELECT seq, id, state, lane FROM job WHERE id = ?')
    .get(id)
  if (!row) return 'unknown'
  if (row.state !== 'dead') return 'not-dead'
  removeRow(tx, row)
  over(tx, row)
  return 'done'
}

/** The envelope is another one, what came along with it the same. */
export function replace(tx: Transaction, id: string, edit: Edit, node: string): Changed {
  return withDead(tx, id, (row) => {
    const { seq, attempts, lane, awaits } = row
    const content = getBytes(tx, seq, 'content', row)
    if (!content) throw new DamagedJob(row, 'content')
    const head = headOf(row)
    const attachments = content.subarray(head.sizes[0])
    const job: NewJob = {
      id: edit.id,
      accepted: Date.now(),
      lane: lane ?? undefined,
      claim: undefined,
      digest: undefined,
      awaits: awaits ?? undefined,
      head: JSON.stringify(editedHead(head, edit)),
      plan: row.plan,
      content: joined([edit.body, attachments]),
    }
    insert(tx, job, id)
    note(tx, seq, attempts, node, `replaced by ${edit.id}, edited`)
    tx.sql(
      `UPDATE job SET state = 'done', ended = ?, cause = NULL, result = ?, replaced_by = ? WHERE seq = ?`,
    ).run(Date.now(), JSON.stringify({ kind: 'replaced', by: edit.id }), edit.id, seq)
    const added = tx.sql('SELECT seq FROM job WHERE id = ?').get(edit.id)
    note(tx, Number(added?.seq), 0, node, `replaces ${id}, edited`)
    tx.ended.push(id)
  })
}

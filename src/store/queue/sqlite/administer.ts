/** What operators ask of the file: numbers, lists, single jobs, and changes of dead letters. */
import { wallTime } from '../../../base/time.js'
import type { Changed, Edit, FailedAttempt, QueueStats } from '../admin.js'
import { blobsOf } from '../blobs.js'
import { attachmentsIn, editedHead, joined } from '../content.js'
import { isMeant, type JobsMeant, textsOf } from '../finding.js'
import {
  DEFAULT_LIMIT,
  type JobQuery,
  type JobSummary,
  type ListedState,
  matches,
} from '../listing.js'
import { arrivalOf, type JobRecord, pluginOf, summaryOf } from '../summary.js'
import { insert } from './add.js'
import { note, over, revive } from './attempts.js'
import type { KeptJob, Searched, Shown } from './requests.js'
import {
  COLUMNS,
  DamagedJob,
  getBytes,
  headOf,
  isDamaged,
  type JobRow,
  listedState,
  removeRow,
  rowOf,
} from './rows.js'
import { sealOf } from './seal.js'
import type { Transaction } from './transaction.js'

/** Jobs of each state among which the oldest that is not delivered is looked for: a millisecond of the file. */
const LOOKED_AT = 1_000

/** Some jobs of a state, by an index that has it in this order. */
const some = (state: string, order: string) =>
  `SELECT * FROM (
    SELECT accepted, resumed FROM job INDEXED BY job_${state} WHERE state = '${state}'
    ORDER BY ${order} LIMIT ${LOOKED_AT}
  )`

/** Of more jobs of a state it is one of the oldest: who was delayed often is delayed for long. */
const OLDEST_UNDELIVERED = `SELECT min(accepted) AS accepted FROM (${[
  some('waiting', 'turn'),
  some('held', 'id'),
  some('delayed', 'due'),
  some('delayed', 'due DESC'),
  some('running', 'owner'),
].join(' UNION ALL ')}) WHERE resumed = 0`

export function stats(tx: Transaction): Omit<QueueStats, 'backend'> {
  const oldest: number | undefined = tx
    .sql(`SELECT accepted FROM job WHERE state = 'waiting' AND resumed = 0 ORDER BY turn LIMIT 1`)
    .get()?.accepted
  const undelivered: number | null | undefined = tx.sql(OLDEST_UNDELIVERED).get()?.accepted
  return {
    paused: tx.isPaused,
    waiting: tx.tally('waiting') + tx.tally('held'),
    delayed: tx.tally('delayed'),
    suspended: tx.tally('suspended'),
    running: tx.tally('running'),
    done: tx.tally('done'),
    dead: tx.tally('dead'),
    oldest: oldest === undefined ? undefined : Math.max(0, wallTime() - oldest),
    oldestUndelivered: undelivered == null ? undefined : Math.max(0, wallTime() - undelivered),
    attachmentBytes: tx.tally('blob bytes'),
  }
}

/**
 * What SQL can describe a query without reading rows whole. It leaves all that are meant, and may leave
 * more; only that the cause of a row is its damage shows later.
 */
const NARROWING = {
  state: 'state IN (SELECT value FROM json_each(:state))',
  ids: 'id IN (SELECT value FROM json_each(:ids))',
  operation: 'instr(head, :operation) > 0',
  to: 'instr(head, :to) > 0',
  sender: 'instr(head, :sender) > 0',
  cause: "(instr(cause, :cause) > 0 OR state = 'suspended')",
  since: 'accepted >= :since',
  until: 'accepted < :until',
} as const

export function list(tx: Transaction, query: JobQuery): readonly JobSummary[] {
  const { state, ids, operation, to, sender, cause, since, until, limit = DEFAULT_LIMIT } = query
  const filter = {
    state: state && JSON.stringify(state.flatMap(storedStates)),
    ids: ids && JSON.stringify(ids),
    operation: inJson(operation),
    to: inJson(to),
    sender: inJson(sender),
    cause,
    since,
    until,
  }
  const condition = Object.entries(filter).filter(([, value]) => value !== undefined)
  const conditions = condition.map(([word]) => NARROWING[word as keyof typeof NARROWING])
  const newest = tx
    .sql(
      `SELECT seq FROM job ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
       ORDER BY coalesce(ended, accepted) DESC, seq DESC`,
    )
    .iterate(Object.fromEntries(condition))
  const row = tx.sql(`SELECT ${COLUMNS} FROM job WHERE seq = ?`)
  const found: JobSummary[] = []
  for (const { seq } of newest) {
    const summary = summaryOf(recordOf(row.get(seq)))
    if (matches(summary, query)) found.push(summary)
    if (found.length >= limit) break
  }
  return found
}

/** A text as it stands within one of JSON. */
function inJson(text: string | undefined): string | undefined {
  return text && JSON.stringify(text).slice(1, -1)
}

function storedStates(state: ListedState): readonly JobRow['state'][] {
  return state === 'waiting' ? ['waiting', 'held'] : [state]
}

/** One that is damaged does not keep the others from being listed. */
export function recordOf(row: JobRow): JobRecord {
  const damaged = isDamaged(row)
  const { id, accepted, ended, attempts, cause, due } = row
  return {
    id,
    state: listedState(row),
    head: damaged ? undefined : headOf(row),
    accepted,
    ended: ended ?? undefined,
    tried: attempts,
    cause: row.whole === 1 ? (cause ?? undefined) : new DamagedJob(row).message,
    suspendedUntil: row.state === 'suspended' && !damaged ? (due ?? 0) : undefined,
  }
}

/**
 * Searches for jobs by the ids and keys of their messages, one page at a time: the rows before one, the newest first.
 *
 * @param before  number of that row
 * @param most    rows of the page
 */
export function search(tx: Transaction, meant: JobsMeant, before: number, most: number): Searched {
  // As they stand within texts of JSON.
  const written = JSON.stringify(textsOf(meant).map((text) => JSON.stringify(text).slice(1, -1)))
  const page = tx
    .sql(
      `SELECT seq, EXISTS (SELECT 1 FROM json_each(:written) WHERE instr(head, value) > 0) AS hit
       FROM job WHERE seq < :before ORDER BY seq DESC LIMIT :most`,
    )
    .all({ written, before, most })
  const row = tx.sql(`SELECT ${COLUMNS} FROM job WHERE seq = ?`)
  const jobs = page
    .filter(({ hit }) => hit === 1)
    .map(({ seq }) => recordOf(row.get(seq) as JobRow))
    .filter(({ head }) => head && isMeant(head, meant))
    .map(summaryOf)
  const last: number | undefined = page.length < most ? undefined : page.at(-1)?.seq
  return { jobs, looked: page.length, before: last }
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
    ...summaryOf(recordOf(row)),
    head,
    content,
    plugin: pluginOf(head),
    arrival: arrivalOf(head),
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
    const job: KeptJob = {
      id: edit.id,
      accepted: wallTime(),
      lane: lane ?? undefined,
      claim: undefined,
      digest: undefined,
      once: undefined,
      awaits: awaits ?? undefined,
      head: JSON.stringify(editedHead(head, edit)),
      plan: row.plan,
      content: joined([edit.body, attachments]),
      blobs: blobsOf(attachmentsIn(head)).map(Number),
    }
    insert(tx, job, id)
    note(tx, seq, { attempt: attempts, node, cause: `replaced by ${edit.id}, edited` })
    tx.sql(
      `UPDATE job SET state = 'done', ended = ?, cause = NULL, result = ?, replaced_by = ? WHERE seq = ?`,
    ).run(wallTime(), JSON.stringify({ kind: 'replaced', by: edit.id }), edit.id, seq)
    const added = tx.sql('SELECT seq FROM job WHERE id = ?').get(edit.id)
    note(tx, Number(added?.seq), { attempt: 0, node, cause: `replaces ${id}, edited` })
    tx.ended.push(id)
  })
}

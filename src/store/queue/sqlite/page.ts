/** A page of jobs of one state: read from an index of that state, from where the page before ended. */
import type { ListedState } from '../listing.js'
import type { JobPage, PageQuery, Position } from '../page.js'
import { pagedOf } from '../summary.js'
import { recordOf } from './administer.js'
import { COLUMNS, type JobRow } from './rows.js'
import type { Transaction } from './transaction.js'

/** Jobs in the order of one column, and of their numbers where they are equal in it. */
interface Line {
  readonly state: JobRow['state']
  readonly by: 'turn' | 'id' | 'due' | 'accepted' | 'ended'
  readonly newestFirst?: true
}

/** Each has an index that has its order, but for those that run: they are few. */
const LINES: Readonly<Record<ListedState, readonly Line[]>> = {
  waiting: [
    { state: 'waiting', by: 'turn' },
    { state: 'held', by: 'id' },
  ],
  delayed: [{ state: 'delayed', by: 'due' }],
  suspended: [{ state: 'suspended', by: 'due' }],
  running: [{ state: 'running', by: 'accepted', newestFirst: true }],
  done: [{ state: 'done', by: 'ended', newestFirst: true }],
  dead: [{ state: 'dead', by: 'ended', newestFirst: true }],
}

interface Found {
  readonly row: JobRow
  readonly position: Position
}

export function page(tx: Transaction, { state, after, limit }: PageQuery): JobPage {
  const found: Found[] = []
  for (const [number, line] of LINES[state].entries()) {
    if (number < (after?.line ?? 0)) continue
    const from = after?.line === number ? after : undefined
    const rows = rowsOf(tx, line, from, limit + 1 - found.length)
    found.push(...rows.map((row) => ({ row, position: positionOf(row, line.by, number) })))
    if (found.length > limit) break
  }
  const shown = found.slice(0, limit)
  return {
    jobs: shown.map(({ row }) => pagedOf(recordOf(row), row.due ?? undefined)),
    next: found.length > limit ? shown.at(-1)?.position : undefined,
  }
}

function rowsOf(
  tx: Transaction,
  { state, by, newestFirst }: Line,
  from: Position | undefined,
  most: number,
): readonly JobRow[] {
  const [beyond, way] = newestFirst ? ['<', 'DESC'] : ['>', 'ASC']
  const behind = by === 'id' ? `AND id ${beyond} :tie` : `AND (${by}, seq) ${beyond} (:order, :tie)`
  const select = tx.sql(
    `SELECT ${COLUMNS} FROM job WHERE state = '${state}' ${from ? behind : ''}
     ORDER BY ${by} ${way}, seq ${way} LIMIT :most`,
  )
  if (!from) return select.all({ most })
  const { order, tie } = from
  return select.all(by === 'id' ? { tie, most } : { order, tie: Number(tie), most })
}

function positionOf(row: JobRow, by: Line['by'], line: number): Position {
  return by === 'id'
    ? { line, order: 0, tie: row.id }
    : { line, order: row[by] ?? 0, tie: String(row.seq) }
}

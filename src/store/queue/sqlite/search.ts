/** Searches the file for jobs by the ids of their messages, one page at a time. */
import { hasId } from '../finding.js'
import { summaryOf } from '../summary.js'
import { knownOf } from './administer.js'
import type { Searched } from './requests.js'
import { COLUMNS, type JobRow } from './rows.js'
import type { Transaction } from './transaction.js'

/**
 * Looks at the rows before one, the newest first.
 *
 * @param before  number of that row
 * @param most    rows of the page
 */
export function search(
  tx: Transaction,
  ids: readonly string[],
  before: number,
  most: number,
): Searched {
  // As they stand within texts of JSON.
  const written = JSON.stringify(ids.map((id) => JSON.stringify(id).slice(1, -1)))
  const page = tx
    .sql(
      `SELECT seq, EXISTS (SELECT 1 FROM json_each(:written) WHERE instr(head, value) > 0) AS hit
       FROM job WHERE seq < :before ORDER BY seq DESC LIMIT :most`,
    )
    .all({ written, before, most })
  const row = tx.sql(`SELECT ${COLUMNS} FROM job WHERE seq = ?`)
  const jobs = page
    .filter(({ hit }) => hit === 1)
    .map(({ seq }) => knownOf(row.get(seq) as JobRow))
    .filter(({ head }) => head && hasId(head, ids))
    .map(summaryOf)
  const last: number | undefined = page.length < most ? undefined : page.at(-1)?.seq
  return { jobs, looked: page.length, before: last }
}

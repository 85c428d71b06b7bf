/** Finds jobs and runs, and tells what has become of them. */
import type { Found } from './requests.js'
import { getBytes, headOf, isExpired, type JobRow, resultOf, rowOf, runOf } from './rows.js'
import type { Transaction } from './transaction.js'

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
  if (row) return isExpired(row, retention) ? undefined : stateOf(tx, row)
  return runOf(tx, id) ? { state: 'running' } : undefined
}

/** What has become of a job; of one that was replaced, what has become of the other. */
export function stateOf(tx: Transaction, row: JobRow): Found {
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
    case 'delayed':
      return { state: 'waiting', destination: destinationOf(row), failed: isFailing(row) }
    default:
      return { state: 'waiting', destination: destinationOf(row) }
  }
}

/** One that was never tried has not failed; one that was postponed, neither. */
function isFailing({ attempts, cause }: JobRow): true | undefined {
  return attempts > 0 && cause !== null ? true : undefined
}

function destinationOf(row: JobRow): string | undefined {
  const { job } = headOf(row)
  return job.kind === 'forward' ? job.destination : undefined
}

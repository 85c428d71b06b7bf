/** What went wrong with a request, sorted: the sender's matter, the disk's, or a mistake of this program. */
import { messageOf } from '../../../base/errno.js'
import { WaybillError } from '../../../errors.js'
import { isDamage, resultCodeOf } from '../../sqlite/database.js'
import type { Failure } from './requests.js'
import { DamagedJob } from './rows.js'

/** Thrown by a request that has changed nothing: the others of its transaction go on. */
export class Refused extends Error {
  readonly failure: Failure

  constructor(kind: Failure['kind'], sentence: string) {
    super(sentence)
    this.name = 'Refused'
    this.failure = { kind, sentence }
  }
}

/** SQLite's result codes for what is none of a request's making: https://www.sqlite.org/rescode.html */
const TROUBLE = new Set([
  5, // BUSY
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  26, // NOTADB
])

/** True if the disk, the file or the system is to blame: the next request would meet the same. */
export function isTrouble(error: unknown): boolean {
  return TROUBLE.has(resultCodeOf(error) ?? 0)
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return error.failure
  if (error instanceof WaybillError) {
    return { kind: 'waybill', code: error.code, sentence: error.message }
  }
  if (isDamage(error) || error instanceof DamagedJob) {
    return { kind: 'waybill', code: 'WAYBILL_QUEUE_DAMAGED', sentence: messageOf(error) }
  }
  const kind = isTrouble(error) ? 'unavailable' : 'bug'
  return { kind, sentence: messageOf(error) }
}

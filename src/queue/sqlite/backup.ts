/** Writes all that is kept into a new file: jobs, and the attachments that they have. */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { messageOf } from '../../base/errno.js'
import { WaybillError } from '../../errors.js'
import type { Database } from './database.js'

/** @throws WaybillError WAYBILL_QUEUE_BACKUP */
export function backup(database: Database, file: string): void {
  let made = false
  try {
    closeSync(openSync(file, 'wx', 0o600))
    made = true
    database.prepare('VACUUM INTO ?').run(file)
    const written = openSync(file, 'r+')
    fsyncSync(written)
    closeSync(written)
  } catch (error) {
    // Half a backup is none.
    if (made) rmSync(file, { force: true })
    const sentence = `${file} cannot be written: ${messageOf(error)}`
    throw new WaybillError('WAYBILL_QUEUE_BACKUP', sentence, { cause: error })
  }
}

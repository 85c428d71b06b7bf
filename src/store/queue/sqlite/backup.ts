/** Writes all that is kept into a new file: jobs, and the attachments that they have. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { messageOf } from '../../../base/errno.js'
import { publishFile } from '../../../base/publish-file.js'
import { randomId } from '../../../base/time.js'
import { WaybillError } from '../../../errors.js'
import type { Database } from '../../sqlite/database.js'

/**
 * Who is killed meanwhile leaves a file `FILE.….part`, and nothing under the name itself.
 *
 * @throws WaybillError WAYBILL_QUEUE_BACKUP
 */
export function backup(database: Database, file: string): void {
  const part = `${file}.${randomId()}.part`
  let begun = false
  try {
    // Before all is written for nothing.
    if (existsSync(file)) throw new Error('it is there already')
    closeSync(openSync(part, 'wx', 0o600))
    begun = true
    database.prepare('VACUUM INTO ?').run(part)
    const written = openSync(part, 'r+')
    fsyncSync(written)
    closeSync(written)
    publishFile(part, file)
  } catch (error) {
    if (begun) rmSync(part, { force: true })
    const sentence = `${file} cannot be written: ${messageOf(error)}`
    throw new WaybillError('WAYBILL_QUEUE_BACKUP', sentence, { cause: error })
  }
}

/** Makes the file of a queue in which nothing is: nobody ever finds a part of it under its name. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { codeOf } from '../../../base/errno.js'
import { putInPlace } from '../../../base/put-in-place.js'
import { randomId } from '../../../base/time.js'
import { stateError } from '../../sqlite/place.js'
import { migrate, openingError } from './database.js'

/**
 * Does nothing if there is one. Who is killed meanwhile leaves a file `FILE.….new`.
 *
 * @throws WaybillError WAYBILL_STATE_UNUSABLE
 */
export function makeFile(file: string): void {
  if (existsSync(file)) return
  const made = `${file}.${randomId()}.new`
  let begun = false
  try {
    closeSync(openSync(made, 'wx', 0o600))
    begun = true
    // It has no write-ahead log: that begins when it is opened.
    const database = new DatabaseSync(made)
    try {
      // To be asked for before there is a table.
      database.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA synchronous = FULL')
      migrate(database, made)
    } finally {
      database.close()
    }
    putInPlace(made, file)
  } catch (error) {
    if (begun) rmSync(made, { force: true })
    // Another process was faster.
    if (codeOf(error) === 'EEXIST') return
    throw stateError(openingError(error, file), dirname(file))
  }
}

/** Tries whether the disk of a folder has room: SQLite calls a full one an error like any other, or ends the process. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isFull } from '../../base/errno.js'
import { randomId } from '../../base/time.js'
import { WaybillError } from '../../errors.js'
import { nearestTo } from './database-folder.js'

/** Bytes: more than the head of a log, its index, and the first pages. */
const MIN_FREE_BYTES = 1024 ** 2

/**
 * SQLite maps the index of a log into memory. Where the disk cannot hold a page of it, the system ends whoever writes to it,
 * with SIGBUS: so this is asked before a file is opened that no process has open.
 *
 * @throws WaybillError WAYBILL_STATE_UNUSABLE
 */
export function refuseWithoutRoom(folder: string): void {
  if (hasRoom(folder)) return
  throw new WaybillError('WAYBILL_STATE_UNUSABLE', `${folder} is on a full disk`)
}

/** @returns false if the disk of the folder, or the quota of this user, is full */
export function hasRoom(folder: string): boolean {
  const file = join(nearestTo(folder), `room-${randomId()}`)
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeSync(descriptor, Buffer.alloc(MIN_FREE_BYTES))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
      rmSync(file)
    }
    return true
  } catch (error) {
    return !isFull(error)
  }
}

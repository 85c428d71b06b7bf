/** Looks whether the file of a queue is whole, without a change to it, while nodes may run. */
import { DatabaseSync } from '@photostructure/sqlite'
import { versionOf } from './database.js'

/** Faults that are told. */
const MOST = 20

/**
 * @throws WaybillError WAYBILL_QUEUE_FOREIGN for a file of something else, or of a newer version
 * @returns what is damaged, a line each; none if the file is whole
 * @throws Error for a file that is no database
 */
export function lookInto(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    versionOf(database, file)
    const rows: readonly unknown[] = database.prepare(`PRAGMA quick_check(${MOST})`).all()
    return rows.flatMap((row) => Object.values(row ?? {}).map(String)).filter((one) => one !== 'ok')
  } finally {
    database.close()
  }
}

/** The files of an embedded queue, as a process leaves them that is killed between two transactions. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { folderOf } from './folder.js'
import { jobOf, planOf } from './jobs.js'
import { openSqlite } from './sqlite-queue.js'

const FILES = ['queue.db', 'queue.db-wal']

/** @returns the folder; twenty jobs wait in it */
export async function crashed(t: ExecutionContext): Promise<string> {
  const folder = folderOf(t, {})
  const [live, left] = [join(folder, 'live'), join(folder, 'left')]
  const queue = await openSqlite({ stateDir: live })
  for (let index = 0; index < 20; index += 1) await queue.add(jobOf({ id: `n${index}` }), planOf())
  mkdirSync(left)
  for (const name of FILES) copyFileSync(join(live, name), join(left, name))
  await queue.close()
  return left
}

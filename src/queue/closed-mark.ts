/** The mark beside a data folder that was closed and whose files are all on the disk. */
import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncPath } from './sync-path.js'

/** Files that are open at a time. */
const AT_ONCE = 32

/** @returns true if the mark was there; it is gone for good before anything else is written */
export async function takeMark(folder: string): Promise<boolean> {
  try {
    await rm(markOf(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  await syncPath(dirname(folder))
  return true
}

/** PGlite syncs nothing by itself: every file of the folder is synced first. */
export async function putMark(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  while (paths.length > 0) await Promise.all(paths.splice(0, AT_ONCE).map(syncPath))
  await syncPath(folder)
  const mark = await open(markOf(folder), 'w', 0o600)
  try {
    await mark.sync()
  } finally {
    await mark.close()
  }
  await syncPath(dirname(folder))
}

function markOf(folder: string): string {
  return join(dirname(folder), `${basename(folder)}.closed`)
}

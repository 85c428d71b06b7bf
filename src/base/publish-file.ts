/** Gives a file that is complete its final name: whoever finds the name finds all of it. */
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './errno.js'
import { syncFolder } from './folder.js'

/**
 * The name is on the disk when this returns; `from` is gone, whatever happens.
 *
 * @param from  a file in the folder of `to`
 * @throws Error with the code EEXIST if there is something of that name, which stays as it is
 */
export function publishFile(from: string, to: string): void {
  try {
    linkUnlessThere(from, to)
  } finally {
    rmSync(from, { force: true })
  }
  syncFolder(dirname(to))
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!NO_LINKS.has(codeOf(error)) || existsSync(to)) throw error
    renameSync(from, to)
  }
}

/** What file systems without hard links answer, such as FAT. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
])

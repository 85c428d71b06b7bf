/** Gives a file that is complete its final name: whoever finds the name finds all of it. */
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './errno.js'
import { syncFolder } from './folder.js'
import { randomId } from './time.js'

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

/**
 * Puts a file in the place of what has its name, in one step: whoever opens the name finds the former or the new one,
 * whole. It is on the disk once this resolves.
 *
 * @param mode  of the file
 * @throws Error of the system: then the former one is there
 */
export async function replaceFile(path: string, content: string, mode: number): Promise<void> {
  const beside = `${path}.${randomId()}`
  try {
    await writeFile(beside, content, { flag: 'wx', mode, flush: true })
    await rename(beside, path)
  } finally {
    await rm(beside, { force: true })
  }
  syncFolder(dirname(path))
}

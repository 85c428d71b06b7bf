/** Makes a folder and those above it, and has what is new in one on the disk. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from './errno.js'

/**
 * Not `mkdirSync` with `recursive`: below /proc, where the system answers ENOENT though the folder above is there,
 * it tries again for ever.
 *
 * @param mode  of the folders that are made; default: read, write and look for everybody, less the umask
 * @returns the outermost folder that was made; undefined if it was there
 * @throws the error of the system
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const whole = resolve(path)
  const above = dirname(whole)
  const first = above === whole || existsSync(above) ? undefined : makeFolder(above, mode)
  try {
    mkdirSync(whole, mode)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(whole).isDirectory()) return first
    throw error
  }
  return first ?? whole
}

/** What is new in a folder is on the disk once the folder is synced. */
export function syncFolder(folder: string): void {
  // Windows opens no folder, and needs none to be synced.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

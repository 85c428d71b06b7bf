/** Reads a file that somebody has named on the command line. */
import { readFileSync } from 'node:fs'
import { systemReason } from './errno.js'

/**
 * @returns its text
 * @throws TypeError that says which file cannot be read, and why
 */
export function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new TypeError(`${path}: cannot be read (${systemReason(cause)})`, { cause })
  }
}

/** Writes new files: all of them or none, readable by their owner alone, and never over another one. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { systemReason } from '../../base/errno.js'
import { WrongUsage } from '../command/wrong-usage.js'

/** @throws WrongUsage for a file that is there, or a folder that cannot be written */
export function writeNew(files: readonly (readonly [file: string, content: string])[]): void {
  for (const [file] of files) {
    if (existsSync(file)) throw new WrongUsage(`${file} is there already, and stays as it is`)
  }
  const written: string[] = []
  try {
    for (const [file, content] of files) {
      writeFileSync(file, content, { flag: 'wx', mode: 0o600, flush: true })
      written.push(file)
    }
  } catch (error) {
    for (const file of written) rmSync(file)
    throw new WrongUsage(`${files[written.length]?.[0]} cannot be written (${systemReason(error)})`)
  }
}

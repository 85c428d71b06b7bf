/** Writes the files of a folder: all of them, or none if one is there already. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../../base/errno.js'
import { WrongUsage } from './wrong-usage.js'

/**
 * @param files  paths below the folder
 * @param force  true to write over files that are there
 * @throws WrongUsage for a file that is there, or cannot be written
 */
export function writeFolder(
  folder: string,
  files: readonly { readonly path: string; readonly content: string | Uint8Array }[],
  force: boolean,
): void {
  const there = files.map(({ path }) => join(folder, path)).filter((file) => existsSync(file))
  if (there.length > 0 && !force) {
    throw new WrongUsage(`${there.join(', ')} would be written over: give another --to, or --force`)
  }
  try {
    for (const { path, content } of files) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  } catch (error) {
    throw new WrongUsage(`the files cannot be written: ${messageOf(error)}`)
  }
}

/** Finds files that cannot be used, and keys that others may read. */
import { statSync } from 'node:fs'
import { type Examined, error, type Finding, warning } from './finding.js'

export function examineFiles({ items }: Examined): readonly Finding[] {
  const unusable = items.flatMap((item) =>
    item.kind === 'other' && item.wrong !== undefined
      ? error(item.key, `${item.file} ${item.wrong}`)
      : [],
  )
  const open = items.flatMap(({ kind, file, key }) =>
    kind === 'key' && othersMayRead(file)
      ? warning(key, `${file} may be read by every user of this machine: chmod o-rwx ${file}`)
      : [],
  )
  return [...unusable, ...open]
}

function othersMayRead(file: string): boolean {
  // Windows has no such bits.
  return process.platform !== 'win32' && (statSync(file).mode & 0o007) !== 0
}

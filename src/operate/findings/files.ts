/** Finds files that cannot be used, and secrets that others may read. */
import { error, type Finding, warning } from '../../message/finding.js'
import type { Examined } from './examined.js'

export function findInFiles({
  items,
  exposed,
}: Pick<Examined, 'items' | 'exposed'>): readonly Finding[] {
  const unusable = items.flatMap((item) =>
    item.kind === 'other' && item.wrong !== undefined
      ? error(item.key, `${item.file} ${item.wrong}`)
      : [],
  )
  const open = items.flatMap(({ kind, file, key, open }) =>
    kind === 'key' && open
      ? warning(key, `${file} may be read by every user of this machine: chmod o-rwx ${file}`)
      : [],
  )
  const secret =
    exposed === undefined
      ? []
      : warning(
          exposed.key,
          `${exposed.at} is a secret in a file that others may read (mode ${exposed.mode.toString(8)}): let it belong to the node’s user with mode 600, or give the secret by the environment`,
        )
  return [...unusable, ...open].concat(secret)
}

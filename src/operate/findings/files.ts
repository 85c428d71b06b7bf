/** Finds files that cannot be used, and secrets that others may read. */

import type { NamedFile } from '../../config/pem.js'
import { error, type Finding, warning } from '../../message/finding.js'
import type { Examined } from './examined.js'

export function findInFiles({
  items,
  exposed,
  openSecrets = [],
}: Pick<Examined, 'items' | 'exposed' | 'openSecrets'>): readonly Finding[] {
  const unusable = items.flatMap((item) =>
    item.kind === 'other' && item.wrong !== undefined
      ? error(item.key, `${item.file} ${item.wrong}`)
      : [],
  )
  const open = items.flatMap(({ kind, file, key, open }) =>
    kind === 'key' && open ? readByAll({ key, file }) : [],
  )
  const secret =
    exposed === undefined
      ? []
      : warning(
          exposed.key,
          `${exposed.at} is a secret in a file that others may read (mode ${exposed.mode.toString(8)}): let it belong to the node’s user with mode 600, or write env:NAME or file:path in its place`,
        )
  return [...unusable, ...open, ...openSecrets.map(readByAll)].concat(secret)
}

function readByAll({ key, file }: NamedFile): Finding {
  return warning(key, `${file} may be read by every user of this machine: chmod o-rwx ${file}`)
}

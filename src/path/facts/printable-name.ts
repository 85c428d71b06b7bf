/** Names of a sender's elements as the reason of a fault says them: on one line, nothing turns it, and short. */
import { printable } from '../../base/printable.js'
import { shortened } from '../../base/shortened.js'
import { type ClarkName, parseClarkName } from '../../xml/tree.js'

/** UTF-16 code units of a namespace and of a local name that are shown. */
const MAX_NAMESPACE = 200
const MAX_LOCAL = 100

/** Names that are shown one by one. */
const MAX_NAMES = 5

/** As `{namespace}Local`. */
export function shownName(name: ClarkName): string {
  const { namespace, local } = parseClarkName(name)
  const shown = printable(shortened(local, MAX_LOCAL))
  return namespace === '' ? shown : `{${printable(shortened(namespace, MAX_NAMESPACE))}}${shown}`
}

/** Each name once, the first ones by name. */
export function shownNames(names: readonly ClarkName[]): string {
  const all = [...new Set(names)]
  const shown = all.slice(0, MAX_NAMES).map(shownName).join(', ')
  return all.length > MAX_NAMES ? `${shown} and ${all.length - MAX_NAMES} more` : shown
}

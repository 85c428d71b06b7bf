/** Names of a sender's elements as the reason of a fault says them: on one line, nothing turns it, and short. */
import { printable } from '../../base/printable.js'
import { shortened } from '../../base/shortened.js'
import { type ClarkName, parseClarkName } from '../../xml/tree.js'

/** UTF-16 code units of a namespace and of a local name that are shown. */
const MOST_NAMESPACE = 200
const MOST_LOCAL = 100

/** Names that are shown one by one. */
const MOST_NAMES = 5

/** As `{namespace}Local`. */
export function shownName(name: ClarkName): string {
  const { namespace, local } = parseClarkName(name)
  const shown = printable(shortened(local, MOST_LOCAL))
  return namespace === '' ? shown : `{${printable(shortened(namespace, MOST_NAMESPACE))}}${shown}`
}

/** Each name once, the first ones by name. */
export function shownNames(names: readonly ClarkName[]): string {
  const all = [...new Set(names)]
  const shown = all.slice(0, MOST_NAMES).map(shownName).join(', ')
  return all.length > MOST_NAMES ? `${shown} and ${all.length - MOST_NAMES} more` : shown
}

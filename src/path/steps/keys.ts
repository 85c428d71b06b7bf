/** Step: the business keys of a message, found in the pass that has read it; in what was decrypted, by a walk over it. */
import type { Slices } from '../../base/slices.js'
import { ready, type Steps, take } from '../../base/steps.js'
import type { Envelope } from '../../soap/envelope.js'
import {
  type BusinessKeys,
  type MessageKeys,
  NO_KEYS,
} from '../../store/journal/keys/business-keys.js'
import { clarkName } from '../../xml/tree.js'
import { isWalk } from '../../xml/walk.js'
import { watching } from '../../xml/walk-tree.js'
import type { OpenExchange } from '../exchange.js'
import { step } from '../state/step.js'
import type { Taken } from '../state/values.js'

export interface FindingKeys {
  /** Undefined if the configuration has none. */
  readonly keys: BusinessKeys | undefined
  readonly slices: Slices
}

export const keys = step({
  name: 'keys',
  takes: ['arrival', 'tree', 'document'],
  gives: 'keys',
  run(taken, exchange, { keys, slices }: FindingKeys): MessageKeys | Promise<MessageKeys> {
    const { arrival, tree, document } = taken
    // A message of the queue has those that it was accepted with.
    if (arrival.keys) return arrival.keys
    const isAsRead = document.envelope.root === tree.root
    if (!keys || (isAsRead && !tree.found?.length)) return NO_KEYS
    if (!isAsRead) return take(foundAgain(taken, keys, exchange, slices))
    const kept = keys.kept(tree.found ?? [], operationOf(document.envelope))
    return isWalk(kept) ? slices.run(kept, exchange) : kept
  },
})

/** In another document than was read: the keys of that may be others. */
function* foundAgain(
  { document }: Taken<'document'>,
  keys: BusinessKeys,
  exchange: OpenExchange,
  slices: Slices,
): Steps<MessageKeys> {
  const { envelope, opened } = document
  const finder = keys.finder(opened?.verdict.decrypted)
  yield* ready(slices.run(watching(envelope.root, finder), exchange))
  const kept = keys.kept(finder.found, operationOf(envelope))
  return isWalk(kept) ? yield* ready(slices.run(kept, exchange)) : kept
}

function operationOf({ entries: [entry] }: Envelope): string | undefined {
  return entry && clarkName(entry)
}

/** Step: the business keys of a message, found in the pass that has read it; in what was decrypted, by a walk over it. */
import type { Slices } from '../../base/slices.js'
import { ready, type Steps, take } from '../../base/steps.js'
import {
  type BusinessKeys,
  type MessageKeys,
  NO_KEYS,
} from '../../store/journal/keys/business-keys.js'
import { clarkName } from '../../xml/tree.js'
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
    return take(found(taken, keys, exchange, slices))
  },
})

function* found(
  { tree, document }: Taken<'tree' | 'document'>,
  keys: BusinessKeys,
  exchange: OpenExchange,
  slices: Slices,
): Steps<MessageKeys> {
  const { envelope, opened } = document
  const [entry] = envelope.entries
  const operation = entry && clarkName(entry)
  if (envelope.root === tree.root) {
    return yield* ready(slices.run(keys.kept(tree.found ?? [], operation), exchange))
  }
  const finder = keys.finder(opened?.verdict.decrypted)
  yield* ready(slices.run(watching(envelope.root, finder), exchange))
  return yield* ready(slices.run(keys.kept(finder.found, operation), exchange))
}

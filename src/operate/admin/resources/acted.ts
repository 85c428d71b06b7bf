/** Makes the event of what an operator did. */
import type { OperatorActed } from '../../../message/events/events.js'
import type { Caller } from '../resource.js'

/** Ids that an event has room for. */
const MAX_IDS = 100

interface More {
  readonly ids?: readonly string[] | undefined
  readonly destination?: string | undefined
  readonly cause?: string | undefined
}

export function acted(
  { who, by, address }: Caller,
  action: OperatorActed['action'],
  outcome: OperatorActed['outcome'],
  { ids, destination, cause }: More = {},
): OperatorActed {
  return {
    event: 'action',
    action,
    outcome,
    who,
    by,
    peer: address,
    ids: ids?.slice(0, MAX_IDS),
    count: ids?.length,
    destination,
    cause,
  }
}

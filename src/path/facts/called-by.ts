/** Which operation a message calls: the path that it came on and its body entry say so, and its action, where several have one entry. */
import { clarkName } from '../../xml/tree.js'
import type { OperationTable, StatedActions } from '../parts/operation-table.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'
import type { Taken } from '../state/values.js'

/** @returns undefined if it calls none that is here; decided once, before unsigned blocks are left out */
export function calledBy(
  {
    arrival: { plugin },
    document,
    message,
    understood,
  }: Taken<'arrival' | 'document' | 'message' | 'understood'>,
  operations: OperationTable,
): RegisteredOperation | undefined {
  const [entry] = document.envelope.entries
  const { destination } = message.origin
  const actions = actionsOf({ message, understood })
  const at = (path: string | undefined) =>
    operations.choose(entry && clarkName(entry), path, actions)
  // What was accepted for a plugin is run by it, wherever the plugin is called by now.
  return (plugin === undefined ? undefined : at(plugin)) ?? at(destination)
}

/** True for an empty Body that several operations are called by: without an action it calls none, unless that is how they are called. */
export function isUnclear(
  taken: Taken<'message' | 'understood'>,
  operations: OperationTable,
): boolean {
  return operations.isUnclear(undefined, taken.message.origin.destination, actionsOf(taken))
}

function actionsOf({
  message,
  understood: { own },
}: Taken<'message' | 'understood'>): StatedActions {
  return { inside: own.addressing?.addressing.action || undefined, beside: message.action }
}

/** Which operation a message calls: the path that it came on and its body entry say so, and its action, where several have one entry. */
import { clarkName } from '../xml/tree.js'
import type { OperationTable, SaidActions } from './operation-table.js'
import type { RegisteredOperation } from './registered-operation.js'
import type { Understood } from './understand.js'

/** @returns undefined if it calls none that is here; decided once, before unsigned blocks are left out */
export function calledBy(
  { envelope, message, own, plugin }: Understood,
  operations: OperationTable,
): RegisteredOperation | undefined {
  const [entry] = envelope.entries
  const { destination } = message.origin
  const said = saidBy({ message, own })
  const at = (path: string | undefined) => operations.choose(entry && clarkName(entry), path, said)
  // What was accepted for a plugin is run by it, wherever the plugin is called by now.
  return (plugin === undefined ? undefined : at(plugin)) ?? at(destination)
}

/** True for an empty Body that several operations are called by: without an action it calls none, unless that is how they are called. */
export function isUnclear(
  { message, own }: Pick<Understood, 'message' | 'own'>,
  operations: OperationTable,
): boolean {
  return operations.isUnclear(undefined, message.origin.destination, saidBy({ message, own }))
}

function saidBy({ message, own }: Pick<Understood, 'message' | 'own'>): SaidActions {
  return { inside: own.addressing?.addressing.action || undefined, beside: message.action }
}

/** Which operation a message calls: its body entry says so, or its action, where several have one entry. */
import { clarkName } from '../xml/tree.js'
import type { OperationTable, RegisteredOperation, SaidActions } from './operation-table.js'
import type { Understood } from './understand.js'

/** @returns undefined if it calls none that is here; decided once, before unsigned blocks are left out */
export function calledBy(
  { envelope, message, own }: Understood,
  operations: OperationTable,
): RegisteredOperation | undefined {
  const [entry] = envelope.entries
  const { destination } = message.origin
  return operations.choose(entry && clarkName(entry), destination, saidBy({ message, own }))
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

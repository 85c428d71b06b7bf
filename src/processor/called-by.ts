/** Which operation a message calls: its body entry says so, or its action, where several have one entry. */
import { clarkName } from '../xml/tree.js'
import type { OperationTable, RegisteredOperation } from './operation-table.js'
import type { Understood } from './understand.js'

/** @returns undefined if it calls none that is here; decided once, before unsigned blocks are left out */
export function calledBy(
  { envelope, message, own }: Understood,
  operations: OperationTable,
): RegisteredOperation | undefined {
  const [entry] = envelope.entries
  // What the message itself says comes before what is said beside it.
  const action = own.addressing?.addressing.action ?? message.action
  return operations.choose(entry && clarkName(entry), message.origin.destination, action)
}

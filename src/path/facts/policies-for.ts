/** Which policies hold for a message, and by which algorithms it may be opened before that is known. */
import { recipientsOf } from '../../message/origin.js'
import type { MessageSecurity } from '../../security/message-security.js'
import { XENC } from '../../security/names.js'
import type { Policy } from '../../security/policies.js'
import type { WeakAlgorithm } from '../../security/weak.js'
import type { Envelope } from '../../soap/envelope.js'
import { clarkName, isNamed, type XmlElement } from '../../xml/tree.js'
import type { OperationTable } from '../parts/operation-table.js'
import type { RegisteredOperation } from '../parts/registered-operation.js'
import type { Taken } from '../state/values.js'
import { calledBy } from './called-by.js'

type Policies = Pick<MessageSecurity, 'policies'>
type Understood = Taken<'arrival' | 'message' | 'document' | 'route' | 'understood'>

/** @param called  the operation that it calls, if it is one of this node */
export function policiesFor(
  understood: Understood,
  called: RegisteredOperation | undefined,
  { policies }: Policies,
  operations: OperationTable,
): readonly Policy[] {
  const {
    document: { envelope },
    route,
    message,
  } = understood
  if (route.role === 'returning') return policies.ofDestination(route.answers.destination)
  const [entry] = envelope.entries
  return policies.of({
    ...wayOf(understood),
    // An operation is its plugin's, wherever it is called: the node as a whole is no way around.
    path: message.origin.destination ?? ownerOf(entry, called, operations),
    operation: operationOf(envelope, called),
  })
}

/** Weak algorithms of the suites of all that may hold: what it calls, and where it goes, may be encrypted. */
export function weakFor(
  understood: Understood,
  { policies }: Policies,
  operations: OperationTable,
): ReadonlySet<WeakAlgorithm> {
  const {
    document: { envelope },
    route,
    message,
  } = understood
  if (route.role === 'returning') return policies.weakOfDestination(route.answers.destination)
  const way = { ...wayOf(understood), path: message.origin.destination }
  if (envelope.entries.some((entry) => isNamed(entry, XENC, 'EncryptedData'))) {
    return policies.weakOf({ ...way, operation: undefined, route: undefined })
  }
  const called = calledBy(understood, operations)
  return policies.weakOf({ ...way, operation: operationOf(envelope, called) })
}

function wayOf({ message, route }: Taken<'message' | 'route'>) {
  return {
    transport: message.origin.transport,
    mailboxes: recipientsOf(message.origin),
    route: route.role === 'intermediary' ? route.onward.name : undefined,
  }
}

/** Name of what the message calls. */
export function operationOf(
  { entries: [entry] }: Envelope,
  called: RegisteredOperation | undefined,
): string | undefined {
  return called?.operation.name ?? (entry && clarkName(entry))
}

/** The plugin of the operation that is called, also where no action says which of several. */
function ownerOf(
  entry: XmlElement | undefined,
  called: RegisteredOperation | undefined,
  operations: OperationTable,
): string | undefined {
  return (called ?? (entry && operations.find(clarkName(entry), undefined)))?.plugin
}

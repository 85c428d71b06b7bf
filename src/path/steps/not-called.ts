/** The fault for a message by which no operation of this node is called. */
import { actionNotSupported } from '../../soap/addressing/faults.js'
import { procedureNotPresent, type SoapFault } from '../../soap/fault.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import { shownName } from '../facts/printable-name.js'
import type { OperationTable } from '../parts/operation-table.js'
import type { Taken } from '../state/values.js'

type Read = Taken<'message' | 'understood'>

const UNSAID = 'The action of the message is not one of those that its entry is sent with.'
const NEITHER = 'There is no such operation here, and no route for the message'

/** WS-ReliableMessaging 1.0 (February 2005), 1.1 and 1.2: the namespaces of CreateSequence. */
const RELIABLE_MESSAGING: readonly string[] = [
  'http://schemas.xmlsoap.org/ws/2005/02/rm',
  'http://docs.oasis-open.org/ws-rx/wsrm/200702',
]
const NOT_RELIABLE =
  'WS-ReliableMessaging is not spoken here: there are no sequences, and messages are taken without them.'

export function notCalled(entry: XmlElement, read: Read, operations: OperationTable): SoapFault {
  const {
    message,
    understood: { own },
  } = read
  const name = clarkName(entry)
  if (operations.find(name, message.origin.destination)) return unclear(read)
  if (!RELIABLE_MESSAGING.includes(entry.namespace)) {
    return procedureNotPresent(`${NEITHER}: ${shownName(name)}.`)
  }
  const { action = '' } = own.addressing?.addressing ?? {}
  return action === ''
    ? procedureNotPresent(NOT_RELIABLE)
    : actionNotSupported(action, message.action, NOT_RELIABLE)
}

/** For a message whose entry, or empty Body, alone does not say which operation is meant. */
export function unclear({ message, understood }: Read): SoapFault {
  const { addressing } = understood.own
  if (!addressing) return procedureNotPresent(UNSAID)
  return addressing.fault ?? actionNotSupported(addressing.addressing.action, message.action)
}

/** Step: checks what this node is about to use: its header blocks, and the body entry if it is ours. */
import { arrange } from '../contract/arrange.js'
import { MisshapenValue, readValues } from '../contract/values.js'
import type { Values } from '../plugin.js'
import { checkEncodingStyle } from '../soap/encoding-style.js'
import type { Envelope } from '../soap/envelope.js'
import { badArguments, faultEntry, procedureNotPresent, SoapFault } from '../soap/fault.js'
import type { InboundMessage } from '../transport.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import type { OperationTable, RegisteredOperation } from './operation-table.js'
import { Refused } from './refuse.js'
import type { Understood } from './understand.js'

export interface Valid extends Understood {
  /** The operation to run; undefined for an empty Body, and at an intermediary. */
  readonly call: Call | undefined
}

export interface Call {
  readonly registered: RegisteredOperation
  /** The body entry in the form that was validated. */
  readonly entry: XmlElement
  readonly parameters: Values
}

/**
 * @throws SoapFault Client for a block or entry that breaks its schema, an operation that does not
 *   exist, or a SOAPAction that the operation does not have; DataEncodingUnknown
 * @throws Refused forbidden, for what a stranger may not call
 */
export function validate(
  { envelope, route, targeted, understood }: Understood,
  operations: OperationTable,
  message: InboundMessage,
): Valid {
  const { version } = envelope
  const ours = route.role === 'ultimate-receiver'
  if (message.stranger && !(ours && isPublic(envelope, operations, message))) {
    throw new Refused('forbidden', 'nothing admits its sender')
  }
  for (const { block, registered } of understood) {
    checkEncodingStyle(block.element, version, 'header')
    const own = arrange(block.element, { kind: 'open' }, version.namespace)
    const findings = registered.schema?.validate(own) ?? []
    if (findings.length > 0) {
      throw new SoapFault({
        code: 'Client',
        reason: 'A header block does not match its schema.',
        scope: 'header',
        headers: findings.map((finding) => faultEntry('Invalid', finding)),
      })
    }
  }
  const call = ours ? findCall(envelope, operations, message) : undefined
  return { envelope, route, targeted, understood, call }
}

const NEITHER = 'There is no such operation here, and no route for the message.'

/** Whatever is not marked is closed to whom no rule knows: nothing of theirs is sent on, either. */
function isPublic(
  { entries: [entry] }: Envelope,
  operations: OperationTable,
  { destination }: InboundMessage,
): boolean {
  return (
    entry !== undefined && operations.find(clarkName(entry), destination)?.operation.public === true
  )
}

function findCall(
  { entries, version }: Envelope,
  operations: OperationTable,
  message: InboundMessage,
): Call | undefined {
  const [sent, ...more] = entries
  if (!sent) return undefined
  if (more.length > 0) throw badArguments('Body must hold one entry, the operation.')
  const registered = operations.find(clarkName(sent), message.destination)
  if (!registered) throw procedureNotPresent(NEITHER)
  checkEncodingStyle(sent, version, 'body')
  checkAction(registered, message.action)
  const { requestShape: shape, schema } = registered
  const entry = shape ? arrange(sent, shape, version.namespace) : sent
  const findings = schema?.validate(entry) ?? []
  if (findings.length > 0) throw badArguments('The arguments do not match the schema.', findings)
  return { registered, entry, parameters: parametersOf(entry, registered) }
}

/** SOAP 1.1 §6.1.1: `""` says that the intent is in the request's address, and none says nothing. */
function checkAction({ operation }: RegisteredOperation, action: string | undefined): void {
  if (!operation.action || !action || action === operation.action) return
  throw new SoapFault({
    code: 'Client',
    reason: 'The SOAPAction is not the one of the operation in Body.',
  })
}

function parametersOf(entry: XmlElement, { requestShape }: RegisteredOperation): Values {
  try {
    return readValues(entry, requestShape)
  } catch (error) {
    if (error instanceof MisshapenValue) {
      throw badArguments('The arguments do not match the schema.', [error.message])
    }
    throw error
  }
}

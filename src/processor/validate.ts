/** Step: validates the header blocks for this node, and the body entry if it is for this node. */

import type { Slices } from '../base/slices.js'
import { arrange, arranging } from '../contract/arrange.js'
import { MisshapenValue, readingValues } from '../contract/values.js'
import type { Values } from '../plugin.js'
import { checkEncodingStyle } from '../soap/encoding-style.js'
import type { Envelope } from '../soap/envelope.js'
import { badArguments, blockMismatch, procedureNotPresent, SoapFault } from '../soap/fault.js'
import { clarkName, type XmlElement } from '../xml/tree.js'
import type { Walk } from '../xml/walk.js'
import { failedAt } from './failed-at.js'
import type { RegisteredHandler } from './handler-table.js'
import { learn } from './learn.js'
import type { OperationTable, RegisteredOperation } from './operation-table.js'
import { Refused } from './refused.js'
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
 * @param signal  ends the work
 * @throws SoapFault Client for a block or entry that breaks its schema, an operation that does not
 *   exist, or a SOAPAction that the operation does not have; DataEncodingUnknown
 * @throws Refused forbidden, for what a sender that no rule admits may not call
 */
export async function validate(
  understood: Understood,
  operations: OperationTable,
  slices: Slices,
  signal: AbortSignal,
): Promise<Valid> {
  const { route, publicOnly } = understood
  const ours = route.role === 'ultimate-receiver'
  if (publicOnly && !(ours && isPublic(understood, operations))) {
    throw new Refused('forbidden', 'no rule admits its sender, and the operation is not public')
  }
  for (const { block, registered } of understood.understood) {
    try {
      checkBlock(block.element, registered, understood.envelope)
    } catch (error) {
      throw failedAt(understood, block, error)
    }
  }
  const finding = ours ? findCall(understood, operations) : undefined
  return learn(understood, { call: finding && (await slices.run(finding, signal)) })
}

function checkBlock(block: XmlElement, { schema }: RegisteredHandler, envelope: Envelope): void {
  checkEncodingStyle(block, envelope, 'header')
  const own = arrange(block, { kind: 'open' }, envelope.version.namespace)
  const findings = schema?.validate(own) ?? []
  if (findings.length > 0) throw blockMismatch(findings)
}

const NEITHER = 'There is no such operation here, and no route for the message.'

/** A sender that no rule admits may call public operations only; its messages are not sent on, either. */
function isPublic({ envelope, message }: Understood, operations: OperationTable): boolean {
  const [entry] = envelope.entries
  const found = entry && operations.find(clarkName(entry), message.origin.destination)
  return found?.operation.public === true
}

function* findCall(
  { envelope, version, message, own }: Understood,
  operations: OperationTable,
): Walk<Call | undefined> {
  const [sent, ...more] = envelope.entries
  if (!sent) return undefined
  if (more.length > 0) throw badArguments('Body must hold one entry, the operation.')
  const registered = operations.find(clarkName(sent), message.origin.destination)
  if (!registered) throw procedureNotPresent(NEITHER)
  checkEncodingStyle(sent, envelope, 'body')
  // An addressed message says its action twice: the checks of addressing tell which one is wrong.
  if (!own.addressing) checkAction(registered, message.action)
  const { requestShape: shape, schema } = registered
  const entry = shape ? yield* arranging(sent, shape, version.namespace) : sent
  const findings = schema?.validate(entry) ?? []
  if (findings.length > 0) throw badArguments('The arguments do not match the schema.', findings)
  return { registered, entry, parameters: yield* parametersOf(entry, registered) }
}

/** SOAP 1.1 §6.1.1: `""` means that the intent is in the address of the request; an absent one means nothing. */
function checkAction({ operation }: RegisteredOperation, action: string | undefined): void {
  if (!operation.action || !action || action === operation.action) return
  throw new SoapFault({
    code: 'Client',
    reason: 'The SOAPAction is not the one of the operation in Body.',
  })
}

function* parametersOf(entry: XmlElement, { requestShape }: RegisteredOperation): Walk<Values> {
  try {
    return yield* readingValues(entry, requestShape)
  } catch (error) {
    if (error instanceof MisshapenValue) {
      throw badArguments('The arguments do not match the schema.', [error.message])
    }
    throw error
  }
}

/** Step: brings the next node's answer back, without the header blocks that end here on its way. */

import type { Envelope } from '../../soap/envelope.js'
import type { SoapVersions } from '../../soap/version.js'
import type { InboundMessage, Outcome } from '../../transport.js'
import { insertBlocks } from '../../way/block.js'
import { isLoop } from '../../way/hops.js'
import { viaOnward } from '../../way/via.js'
import { sayUtf8 } from '../../xml/declaration.js'
import { inOrder, splice } from '../../xml/splice.js'
import { type ExchangeLog, OpenExchange } from '../exchange.js'
import type { HandlerTable } from '../handler-table.js'
import { processHeaders } from '../headers.js'
import type { ProcessorLimits } from '../limits.js'
import type { OperationTable } from '../operation-table.js'
import { readAnswer } from '../read-answer.js'
import { target } from '../target.js'
import { understand } from '../understand.js'
import { validate } from '../validate.js'
import { cutsOf } from './cuts.js'
import { traceMissing } from './pass-on.js'

export interface BringingBack {
  readonly versions: SoapVersions
  readonly operations: OperationTable
  readonly handlers: HandlerTable
  /** URIs of the actors this node plays beside `next` and the ultimate receiver. */
  readonly actors: ReadonlySet<string>
  readonly limits: ProcessorLimits
  /** URI of this node. */
  readonly node: string
  readonly log: ExchangeLog
}

export interface Brought {
  /** The reply, or the fault, that goes on to the sender of the request. */
  readonly outcome: Outcome
  /** True for a fault that the same message may not meet again later. */
  readonly passing: boolean
}

/**
 * The processing model holds for an answer as for a request: SOAP 1.2 Part 1 §2.1 knows messages only.
 *
 * @throws Undeliverable for what is no envelope
 * @throws SoapFault for a header block that is for this node, and cannot be processed
 */
export async function bringBack(
  heard: InboundMessage,
  request: OpenExchange,
  parts: BringingBack,
): Promise<Brought> {
  const { body: text, soap, envelope, fault } = readAnswer(heard, parts.versions, parts.limits)
  const message = {
    body: await onItsWay(text, envelope, heard, request, parts),
    soap,
    via: viaOnward(heard.via, parts.node),
  }
  if (!fault) return { outcome: { kind: 'reply', message }, passing: false }
  const { code = 'Server' } = fault
  // SOAP 1.1 §4.4.1: of Server, "the message could succeed at a later point in time"; in a circle, never.
  // Of a code of another specification, such as WS-Addressing's, nobody has said so.
  const passing = fault.code === 'Server' && !isLoop(envelope)
  return { outcome: { kind: 'fault', message, code }, passing }
}

async function onItsWay(
  text: string,
  envelope: Envelope,
  heard: InboundMessage,
  request: OpenExchange,
  { operations, handlers, actors, log }: BringingBack,
): Promise<string> {
  const targeted = target({ envelope, route: { role: 'returning' } }, actors)
  // What handlers on the way there have added for the sender.
  const added = [...request.answerHeaders, ...traceMissing(envelope, request)]
  const more = added.length > 0 ? [insertBlocks(envelope, text, added)] : []
  const own = [...sayUtf8(text), ...more]
  if (targeted.targeted.length === 0) return splice(text, own)
  const { id, message } = request
  const traced = { ...heard, ...(message.trace && { trace: message.trace }) }
  const exchange = new OpenExchange(traced, envelope.version, log, { id })
  exchange.intermediary = true
  const understood = understand(targeted, handlers, exchange)
  const valid = validate(understood, operations, heard)
  const processed = await processHeaders(valid, exchange)
  return splice(text, inOrder([...cutsOf(processed), ...own]))
}

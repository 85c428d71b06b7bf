/** What this node writes on the way of a message: into its header, and into what transports say of it. */

import { traceOnward } from '../../message/traceparent.js'
import type { Envelope } from '../../soap/envelope.js'
import { actorOf } from '../../soap/header-block.js'
import type { OutboundMessage } from '../../transport.js'
import { hopCut, readHops, refuseLoop } from '../../way/hops.js'
import { refuseReturned, viaOnward } from '../../way/via.js'
import {
  readTrace,
  TRACE,
  traceAnswer,
  type Visit,
  type VisitOutcome,
  visitCut,
} from '../../way/visits.js'
import type { Cut } from '../../xml/splice.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import type { OpenExchange } from '../exchange.js'
import type { Processed } from '../headers.js'
import type { ProcessorLimits } from '../limits.js'

export interface Passing {
  /** URI of this node. */
  readonly node: string
  readonly limits: ProcessorLimits
}

export interface PassedOn {
  /** Changes of the header, in no order. */
  readonly cuts: readonly Cut[]
  /** What the transport is to say in its own way. */
  readonly marks: Pick<OutboundMessage, 'hops' | 'via' | 'trace'>
}

/**
 * @param text  source text of the message
 * @throws SoapFault Server that names the way, for a message that was here or has come too far
 */
export function passOn(
  { envelope }: Processed,
  to: URL,
  text: string,
  exchange: OpenExchange,
  { node, limits }: Passing,
): PassedOn {
  const hops = checkWay(exchange, { node, limits })
  const { message } = exchange
  const visited = exchange.trace && visitedCut(exchange.trace, to, text, exchange, node)
  const counted = limits.hops !== undefined && hopCut(exchange.hops, envelope, text, node)
  return {
    cuts: [...(counted ? [counted] : []), ...(visited ? [visited] : [])],
    marks: {
      hops: hops + 1,
      via: viaOnward(message.via, node),
      trace: traceOnward(message.trace, exchange.id),
    },
  }
}

function visitedCut(
  trace: XmlElement,
  to: URL,
  text: string,
  exchange: OpenExchange,
  node: string,
): Cut | undefined {
  const visit = visitOf(exchange, node, 'forwarded', to)
  exchange.visits = [...readTrace(trace), visit]
  return visitCut(trace, text, visit)
}

/**
 * Looks at the way that a message has come, which may be done before anything is done for it.
 *
 * @returns how many nodes of this kind it has passed
 * @throws SoapFault Server that names the way, for a message that was here or has come too far
 */
export function checkWay({ hops, message }: OpenExchange, { node, limits }: Passing): number {
  const nodes = hops ? readHops(hops) : []
  // A transport's own count goes on where somebody on the way has dropped the block.
  const count = Math.max(nodes.length, message.hops ?? 0)
  if (limits.hops !== undefined) refuseLoop(nodes, node, limits.hops, count)
  refuseReturned(message.via, node)
  return count
}

/**
 * The Trace block that an answer lacks where nobody behind this node traces: it ends here.
 *
 * @param envelope  the answer to a message that was sent on
 */
export function traceMissing(
  { blocks }: Envelope,
  { visits }: OpenExchange,
): readonly XmlElement[] {
  if (!visits || blocks.some((block) => clarkName(block) === TRACE)) return []
  return [traceAnswer(visits)]
}

/** The Trace block of the answer to a message that has one; none for any other. */
export function traced(
  exchange: OpenExchange,
  node: string,
  outcome: VisitOutcome,
): readonly XmlElement[] {
  if (!exchange.trace) return []
  return [traceAnswer([...readTrace(exchange.trace), visitOf(exchange, node, outcome)])]
}

function visitOf(exchange: OpenExchange, node: string, outcome: VisitOutcome, to?: URL): Visit {
  const { message, elapsed } = exchange
  return {
    node,
    actor: actorPlayed(exchange),
    transport: message.transport,
    to: to?.protocol.slice(0, -1),
    at: new Date(Date.now() - elapsed).toISOString(),
    ms: elapsed,
    outcome,
  }
}

/** Every node on the way is next: another actor that it was understood to be tells more. */
function actorPlayed({ version, intermediary, blocks }: OpenExchange): string | undefined {
  if (!intermediary) return version.ultimateReceiver.at(-1)
  const actors = blocks.map((block) => actorOf(block, version))
  return actors.find((actor) => actor !== version.next) ?? version.next
}

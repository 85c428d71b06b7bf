/** What this node writes into a message that it sends on: Hops and Trace blocks, Via and traceparent. */
import { monotonicTime, wallTime } from '../../base/time.js'
import type { OutboundMessage } from '../../message/message.js'
import { traceparentOnward } from '../../message/traceparent.js'
import { insertBlocks } from '../../message/way/block.js'
import { addHop, hopsBlock } from '../../message/way/hops.js'
import { nodesPassed } from '../../message/way/loops.js'
import { hasTrace, traceBlocks, traceCuts } from '../../message/way/trace-block.js'
import { viaOnward } from '../../message/way/via.js'
import {
  readVisits,
  traceAnswer,
  type Visit,
  type VisitOutcome,
  visitCut,
} from '../../message/way/visits.js'
import { SOAP_SEC, WSSE } from '../../security/names.js'
import type { Envelope } from '../../soap/envelope.js'
import { actorOf } from '../../soap/header-block.js'
import type { Cut } from '../../xml/splice.js'
import type { XmlElement } from '../../xml/tree.js'
import type { ProcessorParts } from '../parts/parts.js'
import { type Known, versionOf } from '../state/known.js'
import type { Taken } from '../state/values.js'
import { wayOf } from '../steps/check-own-blocks.js'

export interface PassedOn {
  /** Changes of the header, in no order. */
  readonly cuts: readonly Cut[]
  /** What the transport writes into its own header fields. */
  readonly marks: Pick<OutboundMessage, 'hops' | 'via' | 'trace'>
  /** The visits in the Trace block, this node's the last; undefined without a block. */
  readonly visits: readonly Visit[] | undefined
}

/**
 * @param exchange  id of the exchange
 */
export function passOn(
  taken: Taken<'came' | 'message' | 'document' | 'route' | 'understood'>,
  to: URL,
  exchange: string,
  { node, limits, tracesIn }: Pick<ProcessorParts, 'node' | 'limits' | 'tracesIn'>,
): PassedOn {
  const { message, understood } = taken
  const { envelope } = taken.document
  const { own } = understood
  const [block] = own.trace
  const visit = block && visitOf(taken, node, 'forwarded', to)
  const visited = block && visit && visitCut(block, envelope, visit)
  const trace = traceparentOnward(message.origin.trace, exchange)
  const [hops] = own.hops
  const counts = limits.hops !== undefined
  const added = [
    ...(counts && !hops ? [hopsBlock(envelope, node)] : []),
    ...(tracesIn(to) === 'blocks' && !hasTrace(envelope) ? traceBlocks(trace) : []),
  ]
  const cuts = [
    counts && hops ? addHop(hops, envelope, node) : undefined,
    added.length > 0 ? insertBlocks(envelope, added) : undefined,
    visited,
    // What is signed stays as it is.
    ...(isSealed(envelope) ? [] : traceCuts(envelope, trace)),
  ]
  return {
    cuts: cuts.filter((cut) => cut !== undefined),
    marks: {
      hops: nodesPassed(wayOf(taken)) + 1,
      via: viaOnward(message.via, node),
      trace,
    },
    visits: block && visit && [...readVisits(block), visit],
  }
}

/** What a visit of a message says. */
type Visiting = Pick<Known, 'came' | 'tree' | 'document' | 'route' | 'understood'>

/** The Trace block of the answer to a message that has one; none for any other. */
export function traced(
  known: Visiting,
  node: string,
  outcome: VisitOutcome,
): readonly XmlElement[] {
  const [block] = known.understood?.own.trace ?? []
  return block ? [traceAnswer([...readVisits(block), visitOf(known, node, outcome)])] : []
}

function visitOf(known: Visiting, node: string, outcome: VisitOutcome, to?: URL): Visit {
  const { message, began } = known.came
  const ms = monotonicTime() - began
  return {
    node,
    actor: actorPlayed(known),
    transport: message.origin.transport,
    to: to?.protocol.slice(0, -1),
    at: new Date(wallTime() - ms).toISOString(),
    ms,
    outcome,
  }
}

/** Every node plays next, so another actor that a block was for says more. */
function actorPlayed(known: Visiting): string | undefined {
  const { route, understood } = known
  const version = versionOf(known)
  if (route?.role !== 'intermediary') return version.ultimateReceiver.at(-1)
  const actors = (understood?.blocks ?? []).map(({ block }) => actorOf(block.element, version))
  return actors.find((actor) => actor !== version.next) ?? version.next
}

/** True if somebody's signature may be in it, also of blocks that are for other nodes. */
function isSealed({ blocks }: Envelope): boolean {
  return blocks.some(({ namespace }) => namespace === WSSE || namespace === SOAP_SEC)
}

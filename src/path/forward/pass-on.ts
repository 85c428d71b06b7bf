/** What this node writes into a message that it sends on: Hops and Trace blocks, Via and traceparent. */
import type { OutboundMessage } from '../../message/message.js'
import { traceparentOnward } from '../../message/traceparent.js'
import { insertBlocks } from '../../message/way/block.js'
import { nodesPassed } from '../../message/way/loops.js'
import { hasTrace, traceBlocks, traceCuts } from '../../message/way/trace-block.js'
import { viaOnward } from '../../message/way/via.js'
import type { Visit } from '../../message/way/visits.js'
import { SOAP_SEC, WSSE } from '../../security/names.js'
import type { Envelope } from '../../soap/envelope.js'
import type { Cut } from '../../xml/splice.js'
import { visitingOf } from '../leaving/answer-blocks.js'
import { wayOf } from '../own-blocks/hops.js'
import { onwardOf } from '../own-blocks/table.js'
import { visitsOnward } from '../own-blocks/trace.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { Taken } from '../state/values.js'

export interface PassedOn {
  /** Changes of the header, in no order. */
  readonly cuts: readonly Cut[]
  /** What the transport writes into its own header fields. */
  readonly marks: Pick<OutboundMessage, 'hops' | 'via' | 'trace'>
  /** The visits in the Trace block, this node's the last; undefined without a block. */
  readonly visits: readonly Visit[] | undefined
}

/** @param exchange  id of the exchange */
export function passOn(
  taken: Taken<'arrival' | 'message' | 'document' | 'route' | 'understood'>,
  to: URL,
  exchange: string,
  { node, limits, tracesIn }: Pick<ProcessorParts, 'node' | 'limits' | 'tracesIn'>,
): PassedOn {
  const { message, understood, document } = taken
  const { envelope } = document
  const { own } = understood
  const visits = visitsOnward(own.trace, visitingOf(taken, node), to)
  const parts = onwardOf(own, { envelope, node, counts: limits.hops !== undefined, visits })
  const trace = traceparentOnward(message.origin.trace, exchange)
  const added = [
    ...parts.flatMap((part) => part.added ?? []),
    ...(tracesIn(to) === 'blocks' && !hasTrace(envelope) ? traceBlocks(trace) : []),
  ]
  const cuts = [
    ...parts.flatMap((part) => part.cuts ?? []),
    added.length > 0 ? insertBlocks(envelope, added) : undefined,
    // What is signed stays as it is.
    ...(isSealed(envelope) ? [] : traceCuts(envelope, trace)),
  ]
  return {
    cuts: cuts.filter((cut) => cut !== undefined),
    marks: {
      hops: nodesPassed(wayOf(own.hops, message)) + 1,
      via: viaOnward(message.via, node),
      trace,
    },
    visits,
  }
}

/** True if somebody's signature may be in it, also of blocks that are for other nodes. */
function isSealed({ blocks }: Envelope): boolean {
  return blocks.some(({ namespace }) => namespace === WSSE || namespace === SOAP_SEC)
}

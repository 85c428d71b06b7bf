/** Makes of an answer that has gone through the steps the one that goes back: the header blocks of this node in it. */
import type { OutboundMessage } from '../../message/message.js'
import { splicedMessage } from '../../message/spliced-message.js'
import { insertBlocks } from '../../message/way/block.js'
import { viaOnward } from '../../message/way/via.js'
import { TRACE, traceAnswer, type Visit } from '../../message/way/visits.js'
import type { Envelope } from '../../soap/envelope.js'
import { readFault } from '../../soap/read-fault.js'
import type { Outcome } from '../../transport.js'
import type { Cut } from '../../xml/splice.js'
import { clarkName, type XmlElement } from '../../xml/tree.js'
import { carried } from '../facts/carried.js'
import type { Taken } from '../state/values.js'
import { cutsOf } from './cuts.js'

export type Answer = Extract<Outcome, { readonly kind: 'reply' | 'fault' }>

/** What this node adds to an answer for the sender. */
export interface Additions {
  /** Header blocks that handlers added while they processed the request. */
  readonly added: readonly XmlElement[]
  /** The visits in the Trace block of the request, this node's the last; undefined without a block. */
  readonly visits: readonly Visit[] | undefined
  /** URI of this node. */
  readonly node: string
}

/** An answer that is kept for the job that waits for it. */
export function answerForJob(taken: Taken<'message' | 'document' | 'targets' | 'handled'>): Answer {
  const { message, document } = taken
  return answerOf(document.envelope, { ...carried(message, document), cuts: cutsOf(taken) })
}

/** What happens to an envelope, and what goes along with it. */
export interface Passing extends Pick<OutboundMessage, 'attachments' | 'packaging'> {
  /** The header blocks that this node removes, in no order. */
  readonly cuts: readonly Cut[]
  /** The nodes that it has passed. */
  readonly via?: readonly string[] | undefined
}

/** @param additions  undefined for an answer that is kept for the job that waits for it */
export function answerOf(
  envelope: Envelope,
  { cuts, via, ...goes }: Passing,
  additions?: Additions,
): Answer {
  const more = additions ? blocksOf(envelope, additions) : []
  const inserted = more.length > 0 ? [insertBlocks(envelope, more)] : []
  const about = {
    soap: envelope.version.name,
    ...goes,
    via: additions && viaOnward(via, additions.node),
  }
  const message = splicedMessage(about, envelope, [...cuts, ...inserted])
  const fault = readFault(envelope)
  if (!fault) return { kind: 'reply', message }
  return { kind: 'fault', message, code: fault.code ?? 'Server' }
}

/** If no node behind this one traces, the answer has no Trace block, and this node adds it. */
function blocksOf({ blocks }: Envelope, { added, visits }: Additions): readonly XmlElement[] {
  if (!visits || blocks.some((block) => clarkName(block) === TRACE)) return added
  return [...added, traceAnswer(visits)]
}

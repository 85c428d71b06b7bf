/** The Trace block, as a node handles it itself: each node writes down its visit, and the answer has all of them. */
import { monotonicTime, wallTime } from '../../base/time.js'
import {
  readVisits,
  TRACE,
  TRACE_PLUGIN,
  TRACE_SCHEMA,
  traceAnswer,
  type Visit,
  type VisitOutcome,
  visitCut,
} from '../../message/way/visits.js'
import { NEXT } from '../../plugin.js'
import type { XmlElement } from '../../xml/tree.js'
import { type OwnRow, refuseSecond, type Visiting } from './row.js'

export const TRACE_ROW: OwnRow<readonly XmlElement[]> = {
  names: [TRACE],
  actor: NEXT,
  schema: TRACE_SCHEMA,
  owner: TRACE_PLUGIN,
  kept: true,
  read: (blocks) => blocks.map(({ element }) => element),
  check: (blocks) => refuseSecond(blocks),
  answer([block], { visiting, outcome }) {
    if (!block) return {}
    return { blocks: [traceAnswer([...readVisits(block), visitOf(visiting(), outcome)])] }
  },
  onward([block], { envelope, visits }) {
    const visit = visits?.at(-1)
    return block && visit ? { cuts: [visitCut(block, envelope, visit)] } : {}
  },
}

/**
 * The visits in the Trace block of a message that is sent on, this node's the last.
 *
 * @param to  where it goes
 * @returns undefined without a block
 */
export function visitsOnward(
  [block]: readonly XmlElement[],
  visiting: Visiting,
  to: URL,
): readonly Visit[] | undefined {
  return block && [...readVisits(block), visitOf(visiting, 'forwarded', to)]
}

function visitOf(
  { node, actor, transport, began }: Visiting,
  outcome: VisitOutcome,
  to?: URL,
): Visit {
  const ms = monotonicTime() - began
  const at = new Date(wallTime() - ms).toISOString()
  return { node, actor, transport, to: to?.protocol.slice(0, -1), at, ms, outcome }
}

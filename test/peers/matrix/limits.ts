/** What a stack cannot do, each tried in every run: the one list, with the reason, and whose it is by which clause. */
import type { Limit } from '../../support/limits.js'
import type { FeatureName } from './features.js'
import type { PeerName } from './peers.js'

/** From where to where: client of the peer to our node; our client to its server; its client through a relay to its server. */
export type Way = 'in' | 'out' | 'through'

export interface PeerLimit extends Limit {
  readonly peer: PeerName
  readonly ways: readonly Way[]
  readonly features: readonly FeatureName[]
  /** Who would have to change, by which clause: the end of a sentence that begins with `why`. */
  readonly by: string
}

export const LIMITS: readonly PeerLimit[] = [
  {
    peer: 'cxf',
    ways: ['in'],
    features: ['declared fault'],
    soap: '1.2',
    why: 'reads no fault that comes with 400, unless `org.apache.cxf.transport.process_fault_on_http_400` is set',
    by: "CXF's: 400 is the status of a Sender fault (SOAP 1.2 Part 2 §7.5.2.2)",
  },
]

/** As a column of a table has them. */
export function limitsOf(peer: PeerName, way: Way): readonly Limit[] {
  return LIMITS.filter((one) => one.peer === peer && one.ways.includes(way)).map(
    ({ why, by, ...limit }) => ({ ...limit, why: `${why} – ${by}` }),
  )
}

/** The cells of security of one column: what its client does at a node that has a policy, and takes of the answer. */
import assert from 'node:assert/strict'
import type { ExecutionContext } from 'ava'
import type { Fields } from '../peer.js'
import { BOTH, refusedBy, type Secured, SIGNED } from '../secured.js'
import { testCell } from './cell.js'
import type { SecurityFeature } from './features.js'
import { columnOf, type PeerName } from './peers.js'

/** A UsernameToken with a digest, which needs no TLS. */
const POLICIES: Readonly<Record<SecurityFeature, object>> = {
  UsernameToken: { require: 'password' },
  signed: SIGNED,
  'signed and encrypted': BOTH,
}

export interface Ways {
  /** What the policies of signatures have beside, such as a suite. */
  readonly policy?: object
  /** What its client is told, such as the class of its stack that it is to use. */
  readonly fields?: Partial<Readonly<Record<SecurityFeature, Fields>>>
}

/** The rows are those that the column declares. */
export function securedCells(
  secured: Secured,
  peer: PeerName,
  { policy, fields = {} }: Ways,
): void {
  const { versions, more } = columnOf(peer)
  for (const feature of more?.in ?? []) {
    for (const soap of versions) {
      testCell(secured.test, { peer, way: 'in', feature, soap }, async (t: ExecutionContext) => {
        const beside = feature === 'UsernameToken' ? {} : policy
        const node = await secured.node(t, { ...POLICIES[feature], ...beside })
        const answer = await secured.reserve(t, node, { soap, ...fields[feature] })
        assert.match(answer.result ?? '', /^R-\d+$/, `${answer.error} ${refusedBy(node)}`)
      })
    }
  }
}

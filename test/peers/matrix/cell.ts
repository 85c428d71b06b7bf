/** One cell of the matrix: tried in every run, and it has to come out as it is declared. */
import type { ExecutionContext, TestFn } from 'ava'
import type { VersionName } from '../../../src/transport.js'
import { limitOf, wrongIn } from '../../support/limits.js'
import type { FeatureName } from './features.js'
import { limitsOf, type Way } from './limits.js'
import type { PeerName } from './peers.js'

const WAYS: Readonly<Record<Way, string>> = {
  in: 'its client, our node',
  out: 'our client, its server',
  through: 'its client, our relay, a server',
}

export interface Cell {
  readonly peer: PeerName
  readonly way: Way
  readonly feature: FeatureName
  readonly soap: VersionName
}

/** @param tried  throws what is wrong; a cell that is declared to fail has to throw */
export function testCell(
  test: TestFn,
  cell: Cell,
  tried: (t: ExecutionContext) => Promise<void>,
): void {
  const { peer, way, feature, soap } = cell
  test.serial(`${peer}, ${WAYS[way]}, SOAP ${soap}: ${feature}`, async (t) => {
    const limit = limitOf(limitsOf(peer, way), feature, soap)
    const received = await tried(t).then(
      () => undefined,
      (error: unknown) => String(error),
    )
    if (received !== undefined) t.log(received)
    t.is(
      wrongIn({ feature, soap, right: received === undefined, actual: received, limit }),
      undefined,
    )
  })
}

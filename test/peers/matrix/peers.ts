/** The columns of the matrix: the stacks, and what of each is tried. */
import type { VersionName } from '../../../src/transport.js'
import { FEATURES, type FeatureName } from './features.js'
import type { Way } from './limits.js'

export type PeerName = 'cxf' | 'jax-ws' | 'spring-ws' | 'axis2' | 'zeep' | 'node-soap' | 'go'

export interface PeerColumn {
  readonly name: PeerName
  readonly title: string
  /** Versions of SOAP that it has. */
  readonly versions: readonly VersionName[]
  /** Whose server its messages get to through a relay. */
  readonly server: PeerName
  /** Rows that suites of their own try, by `testCell`, in these directions. */
  readonly more?: Partial<Readonly<Record<Way, readonly FeatureName[]>>>
}

const BOTH: readonly VersionName[] = ['1.1', '1.2']

export const PEERS: readonly PeerColumn[] = [
  { name: 'cxf', title: 'Apache CXF', versions: BOTH, server: 'cxf' },
  { name: 'jax-ws', title: 'JAX-WS RI', versions: BOTH, server: 'jax-ws' },
  { name: 'spring-ws', title: 'Spring-WS', versions: BOTH, server: 'spring-ws' },
  { name: 'axis2', title: 'Apache Axis2', versions: BOTH, server: 'axis2' },
  { name: 'zeep', title: 'zeep', versions: BOTH, server: 'node-soap' },
  { name: 'node-soap', title: 'node-soap', versions: BOTH, server: 'node-soap' },
  { name: 'go', title: 'gowsdl', versions: ['1.1'], server: 'node-soap' },
]

/** What every peer is tried with. */
export const EVERYWHERE = Object.keys(FEATURES) as readonly (keyof typeof FEATURES)[]

export function columnOf(peer: PeerName): PeerColumn {
  const column = PEERS.find(({ name }) => name === peer)
  if (column === undefined) throw new Error(`the matrix has no column ${peer}`)
  return column
}

/** The columns of a direction. */
export function columnsOf(way: Way): readonly PeerColumn[] {
  return PEERS.filter(({ name, server }) => way !== 'out' || server === name)
}

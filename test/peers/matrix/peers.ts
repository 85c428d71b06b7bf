/** The columns of the matrix: the stacks, and what of each is tried. */
import type { VersionName } from '../../../src/transport.js'
import { FEATURES, SECURITY_FEATURES, type SecurityFeature } from './features.js'
import type { Way } from './limits.js'

export type PeerName = 'cxf' | 'jax-ws' | 'spring-ws' | 'axis2' | 'zeep' | 'node-soap' | 'go'

export interface PeerColumn {
  readonly name: PeerName
  readonly title: string
  /** Versions of SOAP that it has. */
  readonly versions: readonly VersionName[]
  /** Whose server its messages get to through a relay. */
  readonly server: PeerName
  /** Rows of its client at our node that `securedCells` tries. */
  readonly more?: { readonly in: readonly SecurityFeature[] }
}

const SECURITY = { in: SECURITY_FEATURES }
/** By the WSDL of the node alone: of CXF, of Metro for JAX-WS RI, of Rampart for Axis2. */
const BY_WSDL = { in: ['signed', 'signed and encrypted'] } as const

const BOTH: readonly VersionName[] = ['1.1', '1.2']

export const PEERS: readonly PeerColumn[] = [
  { name: 'cxf', title: 'Apache CXF', versions: BOTH, server: 'cxf', more: SECURITY },
  { name: 'jax-ws', title: 'JAX-WS RI', versions: BOTH, server: 'jax-ws', more: BY_WSDL },
  { name: 'spring-ws', title: 'Spring-WS', versions: BOTH, server: 'spring-ws' },
  { name: 'axis2', title: 'Apache Axis2', versions: BOTH, server: 'axis2', more: BY_WSDL },
  { name: 'zeep', title: 'zeep', versions: BOTH, server: 'node-soap', more: SECURITY },
  {
    name: 'node-soap',
    title: 'node-soap',
    versions: BOTH,
    server: 'node-soap',
    more: SECURITY,
  },
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

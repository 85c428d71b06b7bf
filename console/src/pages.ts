/** The pages in the order of the navigation; the first part of the path names each. */

export interface PageName {
  readonly path: string
  readonly title: string
}

export const PAGES: readonly PageName[] = [
  { path: 'flow', title: 'Flow' },
  { path: 'exchanges', title: 'Exchanges' },
  { path: 'dead', title: 'Dead letters' },
  { path: 'operations', title: 'Operations' },
  { path: 'topology', title: 'Topology' },
  { path: 'peers', title: 'Peers and policies' },
  { path: 'queue', title: 'Queue' },
  { path: 'node', title: 'Node' },
]

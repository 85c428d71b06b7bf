/** The elements and wildcards of a content model that overlap with others: nothing else can be ambiguous. */
import type { ClarkName } from '../../xml/tree.js'
import type { Leaf } from './graph.js'
import { namesOf, overlap } from './overlap.js'

export function contestedOf(leaves: readonly Leaf[]): ReadonlySet<Leaf> {
  const contested = new Set<Leaf>()
  const byName = new Map<ClarkName, Leaf>()
  for (const leaf of leaves) {
    if (leaf.term.kind === 'any') continue
    for (const { name } of namesOf(leaf.term)) {
      const other = byName.get(name)
      if (other === undefined) byName.set(name, leaf)
      else contested.add(leaf).add(other)
    }
  }
  for (const wildcard of leaves.filter(({ term }) => term.kind === 'any')) {
    for (const leaf of leaves) {
      if (leaf === wildcard || !overlap(wildcard.term, leaf.term)) continue
      contested.add(leaf).add(wildcard)
    }
  }
  return contested
}

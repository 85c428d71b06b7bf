/** Unique Particle Attribution (§3.8.6): which particle an element is of is clear without looking ahead. */
import type { ClarkName } from '../../xml/tree.js'
import type { ElementDeclaration, ModelGroup, Particle, Wildcard } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { closureOf, type Step } from './closure.js'
import { excludeEachOther } from './exclusion.js'
import { flat } from './flat.js'
import { graphOf, type Leaf, type Node } from './graph.js'
import { namesOf, overlap } from './overlap.js'

/** @throws SchemaProblem with `cos-nonambig` */
export function checkAmbiguity(particle: Particle): void {
  const { term } = flat(particle)
  if (term.kind === 'all') {
    checkAll(term)
    return
  }
  const { start } = graphOf(particle)
  const { leaves, places } = walk(start)
  const contested = contestedOf(leaves)
  // Where no two particles overlap, nothing can be ambiguous; that is so in most content models.
  if (contested.size === 0) return
  for (const place of places) {
    checkSteps(closureOf(place).steps.filter(({ leaf }) => contested.has(leaf)))
  }
}

/** No two members of an `all` may overlap: each may come at any place. */
function checkAll({ particles }: ModelGroup): void {
  const known = new Set<ClarkName>()
  for (const { term, source } of particles) {
    if (term.kind !== 'element') continue
    for (const { name } of namesOf(term)) {
      if (known.has(name)) throw ambiguous(term, term, source)
      known.add(name)
    }
  }
}

/** Every leaf, and every place at which an element may be awaited: the start, and after each leaf. */
function walk(start: Node): { readonly leaves: readonly Leaf[]; readonly places: Iterable<Node> } {
  const leaves: Leaf[] = []
  const places = new Set([start])
  const seen = new Set<Node>()
  const waiting: Node[] = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    if (node.kind === 'branch') for (const way of node.ways) waiting.push(way)
    else if (node.kind !== 'end') waiting.push(node.next)
    if (node.kind === 'leaf') {
      leaves.push(node)
      places.add(node.next)
    }
  }
  return { leaves, places }
}

/** The leaves that overlap with others. */
function contestedOf(leaves: readonly Leaf[]): ReadonlySet<Leaf> {
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

/** No two of the elements that may come next overlap, unless what was counted decides between them. */
function checkSteps(steps: readonly Step[]): void {
  const byName = new Map<ClarkName, Step[]>()
  const wildcards = steps.filter(({ leaf }) => leaf.term.kind === 'any')
  for (const step of steps) {
    const { term } = step.leaf
    for (const other of wildcards) {
      if (overlap(term, other.leaf.term)) checkPair(step, other)
    }
    if (term.kind === 'any') continue
    for (const { name } of namesOf(term)) {
      const others = byName.get(name) ?? []
      for (const other of others) checkPair(step, other)
      others.push(step)
      byName.set(name, others)
    }
  }
}

function checkPair(one: Step, other: Step): void {
  // cos-nonambig
  if (one.leaf === other.leaf || excludeEachOther(one.counts, other.counts)) return
  throw ambiguous(one.leaf.term, other.leaf.term, one.leaf.source)
}

function ambiguous(
  one: ElementDeclaration | Wildcard,
  other: ElementDeclaration | Wildcard,
  source: Particle['source'],
): SchemaProblem {
  const named = one.kind === 'element' ? one : other
  const sentence =
    named.kind === 'element'
      ? `the element ${named.name} may be of two particles at one place of the content model`
      : 'an element may be of two wildcards at one place of the content model'
  return new SchemaProblem('cos-nonambig', sentence, source)
}

/** Unique Particle Attribution (§3.8.6): which particle an element is of is clear without looking ahead. */
import type { ClarkName } from '../../xml/tree.js'
import type { ModelGroup, Particle } from '../components.js'
import type { Forgive } from '../problem.js'
import { closureOf, type Step } from './closure.js'
import { flat } from './flat.js'
import { graphOf, type Leaf, type Node } from './graph.js'
import { ambiguous, Open } from './open.js'
import { namesOf, overlap } from './overlap.js'

/**
 * @param forgive  notified of an element and a wildcard that overlap; if left out, they are refused
 * @throws SchemaProblem with `cos-nonambig`
 */
export function checkAmbiguity(particle: Particle, forgive?: Forgive | undefined): void {
  const { term } = flat(particle)
  if (term.kind === 'all') {
    checkAll(term)
    return
  }
  const { leaves, positions } = walk(graphOf(particle).start)
  const contested = contestedOf(leaves)
  // Where no two particles overlap, nothing can be ambiguous; that is so in most content models.
  if (contested.size > 0) checkPositions(positionsFrom(positions, contested), forgive)
}

/** No two members of an `all` may overlap: each may come at any place. */
function checkAll({ particles }: ModelGroup): void {
  const names = new Set<ClarkName>()
  for (const { term, source } of particles) {
    if (term.kind !== 'element') continue
    for (const { name } of namesOf(term)) {
      if (names.has(name)) throw ambiguous(term, term, source)
      names.add(name)
    }
  }
}

/** Every leaf, and every place at which an element may be awaited: the start, and after each leaf. */
function walk(start: Node): {
  readonly leaves: readonly Leaf[]
  readonly positions: Iterable<Node>
} {
  const leaves: Leaf[] = []
  const positions = new Set([start])
  const seen = new Set<Node>()
  const waiting: Node[] = [start]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    if (node.kind === 'branch') for (const way of node.ways) waiting.push(way)
    else if (node.kind !== 'end') waiting.push(node.next)
    if (node.kind === 'leaf') {
      leaves.push(node)
      positions.add(node.next)
    }
  }
  return { leaves, positions }
}

/** The elements and wildcards that overlap with others: nothing else can be ambiguous. */
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

/** What may come at a place: some elements, and all that may come at another place. */
interface Position {
  readonly steps: readonly Step[]
  /** Those that have it as their rest. */
  readonly before: Position[]
}

/** @returns the places without a rest: from them all others are reached */
function positionsFrom(nodes: Iterable<Node>, contested: ReadonlySet<Leaf>): readonly Position[] {
  const positions = new Map<Node, Position>()
  const last: Position[] = []
  const positionOf = (node: Node): Position => {
    const position = positions.get(node)
    if (position !== undefined) return position
    const { steps, rest } = closureOf(node, 1)
    const made = { steps: steps.filter(({ leaf }) => contested.has(leaf)), before: [] }
    positions.set(node, made)
    if (rest === undefined) last.push(made)
    else waiting.push({ position: made, rest })
    return made
  }
  const waiting: { readonly position: Position; readonly rest: Node }[] = []
  for (const node of nodes) {
    positionOf(node)
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      positionOf(at.rest).before.push(at.position)
    }
  }
  return last
}

/** A rest is gone through once for all places that have it: a long optional sequence has as many places as elements. */
function checkPositions(last: readonly Position[], forgive: Forgive | undefined): void {
  const open = new Open(forgive)
  const waiting: { readonly position: Position; readonly done: boolean }[] = last.map(
    (position) => {
      return { position, done: false }
    },
  )
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { position, done } = at
    if (done) for (const step of position.steps.toReversed()) open.remove(step)
    else {
      for (const step of position.steps) open.add(step)
      waiting.push({ position, done: true })
      for (const before of position.before) waiting.push({ position: before, done: false })
    }
  }
}

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
 * @param forgive  told of an element and a wildcard that overlap; if left out, they are refused
 * @throws SchemaProblem with `cos-nonambig`
 */
export function checkAmbiguity(particle: Particle, forgive?: Forgive | undefined): void {
  const { term } = flat(particle)
  if (term.kind === 'all') {
    checkAll(term)
    return
  }
  const { leaves, places } = walk(graphOf(particle).start)
  const contested = contestedOf(leaves)
  // Where no two particles overlap, nothing can be ambiguous; that is so in most content models.
  if (contested.size > 0) checkPlaces(placesFrom(places, contested), forgive)
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
interface Place {
  readonly steps: readonly Step[]
  /** Those that have it as their rest. */
  readonly before: Place[]
}

/** @returns the places without a rest: from them all others are reached */
function placesFrom(nodes: Iterable<Node>, contested: ReadonlySet<Leaf>): readonly Place[] {
  const places = new Map<Node, Place>()
  const last: Place[] = []
  const placeOf = (node: Node): Place => {
    const known = places.get(node)
    if (known !== undefined) return known
    const { steps, rest } = closureOf(node, 1)
    const place = { steps: steps.filter(({ leaf }) => contested.has(leaf)), before: [] }
    places.set(node, place)
    if (rest === undefined) last.push(place)
    else waiting.push({ place, rest })
    return place
  }
  const waiting: { readonly place: Place; readonly rest: Node }[] = []
  for (const node of nodes) {
    placeOf(node)
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      placeOf(at.rest).before.push(at.place)
    }
  }
  return last
}

/** A rest is gone through once for all places that have it: a long optional sequence has as many places as elements. */
function checkPlaces(last: readonly Place[], forgive: Forgive | undefined): void {
  const open = new Open(forgive)
  const waiting: { readonly place: Place; readonly done: boolean }[] = last.map((place) => {
    return { place, done: false }
  })
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { place, done } = at
    if (done) for (const step of place.steps.toReversed()) open.remove(step)
    else {
      for (const step of place.steps) open.add(step)
      waiting.push({ place, done: true })
      for (const before of place.before) waiting.push({ place: before, done: false })
    }
  }
}

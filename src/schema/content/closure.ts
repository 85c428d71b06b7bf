/** What may come next from a node of a content model: elements, or the end, and what is counted on the way. */
import type { Count, Leaf, Node } from './graph.js'

/** The elements that may come next, in the order of the schema. */
export interface Closure {
  readonly steps: readonly Step[]
  /** What is counted on each way to the end; none if the content is not complete. */
  readonly ends: readonly (readonly Count[])[]
  /** What else may come is what may come from there: the end of a long sequence of optional elements is shared. */
  readonly rest: Node | undefined
}

export interface Step {
  readonly leaf: Leaf
  /** In the order in which it is done. */
  readonly counts: readonly Count[]
}

/** What was counted on a way so far; two ways that counted the same hold the same object. */
interface Trail {
  readonly last: Count | undefined
  readonly before: Trail | undefined
  readonly longer: Map<Count, Trail>
  readonly seen: Set<Node>
}

/**
 * Takes time that grows with the nodes that are reached; never deeper than one call, as sequences may be long.
 *
 * @param enough  how many elements to look for before the rest is left to another closure
 */
export function closureOf(start: Node, enough = Infinity): Closure {
  const steps: Step[] = []
  const ends: (readonly Count[])[] = []
  const nothing = trailOf(undefined, undefined)
  const waiting: { readonly node: Node; readonly trail: Trail }[] = [
    { node: start, trail: nothing },
  ]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { node, trail } = at
    if (trail.seen.has(node)) continue
    const last = waiting.length === 0 && trail === nothing
    if (last && steps.length >= enough) return { steps, ends, rest: node }
    trail.seen.add(node)
    switch (node.kind) {
      case 'leaf':
        steps.push({ leaf: node, counts: countsOf(trail) })
        break
      case 'branch':
        for (const way of node.ways.toReversed()) waiting.push({ node: way, trail })
        break
      case 'count':
        if (!isIdle(node, trail)) waiting.push({ node: node.next, trail: longer(trail, node) })
        break
      case 'end':
        ends.push(countsOf(trail))
    }
  }
  return { steps, ends, rest: undefined }
}

function trailOf(last: Count | undefined, before: Trail | undefined): Trail {
  return { last, before, longer: new Map(), seen: new Set() }
}

function longer(trail: Trail, count: Count): Trail {
  const existing = trail.longer.get(count)
  if (existing !== undefined) return existing
  const made = trailOf(count, trail)
  trail.longer.set(count, made)
  return made
}

/** True for the end of a group that was begun on this very way: it would come once more without an element. */
function isIdle({ action, counter }: Count, trail: Trail): boolean {
  if (action === 'enter') return false
  for (let at: Trail | undefined = trail; at?.last; at = at.before) {
    if (at.last.counter === counter) return true
  }
  return false
}

function countsOf(trail: Trail): readonly Count[] {
  const counts: Count[] = []
  for (let at: Trail | undefined = trail; at?.last; at = at.before) counts.push(at.last)
  return counts.reverse()
}

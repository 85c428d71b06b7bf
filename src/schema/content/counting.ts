/** Content models with groups that are counted: a state, and how often each group around it has come. */
import type { ElementDeclaration, Wildcard } from '../components.js'
import { allows } from '../wildcards.js'
import { expectedIn } from './expected.js'
import type { Counter, Graph } from './graph.js'
import type { ContentModel, Matching } from './model.js'
import { edgeOf, type State, type Target, Targets, type Way } from './state.js'

export function countingModel({ start, counters }: Graph): ContentModel {
  const target = new Targets().of(start)
  return { begin: () => new CountingMatching(target, counters) }
}

/**
 * The element that a child is, is certain (Unique Particle Attribution); what it counts for need not be:
 * in `(a{1,2}, b?){1,2}` a second `a` may be the second of the first group or the first of the second.
 * So there may be several counts, all of one state.
 */
class CountingMatching implements Matching {
  readonly #counters: readonly Counter[]
  #state: State
  #counts: readonly Counts[]
  by: ElementDeclaration | Wildcard | undefined = undefined

  constructor(start: Target, counters: readonly Counter[]) {
    this.#counters = counters
    this.#state = start.state
    this.#counts = [counters.map(() => 0)]
  }

  take(namespace: string, local: string): ElementDeclaration | Wildcard | undefined {
    let state: State | undefined = this.#state
    for (; state !== undefined; state = state.rest?.state) {
      let edge = edgeOf(state, namespace, local)
      for (; edge !== undefined; edge = edge.other) {
        if (!this.#goes(edge.ways)) continue
        this.#state = edge.target.state
        this.by = edge.by
        return edge.declaration
      }
    }
    return this.#any(namespace)
  }

  #any(namespace: string): Wildcard | undefined {
    let state: State | undefined = this.#state
    for (; state !== undefined; state = state.rest?.state) {
      for (const { wildcard, ways, target } of state.wildcards) {
        if (!allows(wildcard.namespaces, namespace) || !this.#goes(ways)) continue
        this.#state = target.state
        this.by = wildcard
        return wildcard
      }
    }
    return undefined
  }

  /** Counts, if what was counted so far allows any of these ways. */
  #goes(ways: readonly Way[]): boolean {
    const [only, another] = this.#counts
    const [way, other] = ways
    if (only !== undefined && way !== undefined && !another && !other) {
      if (!isOpen(only, way)) return false
      count(only, way)
      return true
    }
    const next = this.#counts.flatMap((counts) => countedBy(counts, ways))
    if (next.length === 0) return false
    this.#counts = next.length === 1 ? next : withoutWorse(next, this.#counters)
    return true
  }

  get complete(): boolean {
    let state: State | undefined = this.#state
    for (; state !== undefined; state = state.rest?.state) {
      if (this.#allows(state.ends)) return true
    }
    return false
  }

  expected(): readonly string[] {
    return expectedIn(this.#state, (ways) => this.#allows(ways))
  }

  #allows(ways: readonly Way[]): boolean {
    return this.#counts.some((counts) => ways.some((way) => isOpen(counts, way)))
  }
}

function countedBy(counts: Counts, ways: readonly Way[]): readonly Counts[] {
  return ways
    .filter((way) => isOpen(counts, way))
    .map((way) => {
      const further = [...counts]
      count(further, way)
      return further
    })
}

type Counts = number[]

/** True if no group on a way has come too often, or not often enough. */
function isOpen(counts: Counts, way: Way): boolean {
  for (const { action, counter } of way) {
    const count = counts[counter.index] ?? 0
    // A group that is begun on the way is not asked for again on it.
    if (action === 'again' ? count >= counter.max : action === 'leave' && count < counter.min) {
      return false
    }
  }
  return true
}

/** Counts what a way that is open counts. */
function count(counts: Counts, way: Way): void {
  for (const { action, counter } of way) {
    switch (action) {
      case 'enter':
        counts[counter.index] = 1
        break
      case 'again':
        counts[counter.index] = capped((counts[counter.index] ?? 0) + 1, counter)
        break
      case 'leave':
        counts[counter.index] = 0
    }
  }
}

/** Where there is no limit it is enough to know that the least number is reached. */
function capped(count: number, { min, max }: Counter): number {
  return max === Infinity ? Math.min(count, min) : count
}

/** Of several counts those that allow something that no other one allows. */
function withoutWorse(all: readonly Counts[], counters: readonly Counter[]): readonly Counts[] {
  const kept: Counts[] = []
  for (const counts of all) {
    if (kept.some((other) => isAsGood(other, counts, counters))) continue
    const worse = kept.filter((other) => isAsGood(counts, other, counters))
    for (const other of worse) kept.splice(kept.indexOf(other), 1)
    kept.push(counts)
  }
  return kept
}

/** True if all that one allows, the other one allows too: each group has come as often, or often enough and less often. */
function isAsGood(counts: Counts, other: Counts, counters: readonly Counter[]): boolean {
  return counters.every(({ index, min }) => {
    const count = counts[index] ?? 0
    const others = other[index] ?? 0
    return count === others || (count >= min && count < others)
  })
}

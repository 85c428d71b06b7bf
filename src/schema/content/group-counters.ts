/** How often each counted group of a content model has come, by the index of its counter; 0 outside of it. */
import type { Counter } from './graph.js'
import type { Way } from './state.js'

export type Counts = number[]

/** True if no group on a way has come too often, or not often enough. */
export function isOpen(counts: Counts, way: Way): boolean {
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
export function count(counts: Counts, way: Way): void {
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
export function withoutWorse(
  all: readonly Counts[],
  counters: readonly Counter[],
): readonly Counts[] {
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

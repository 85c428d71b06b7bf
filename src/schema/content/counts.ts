/** How often each counted group of a content model has come, by the index of its counter; 0 outside of it. */
import type { Count, Counter } from './graph.js'

export type Counts = readonly number[]

/** What is counted after a way; undefined if a group on it has come too often, or not often enough. */
export function countedOn(counts: Counts, way: readonly Count[]): Counts | undefined {
  if (way.length === 0) return counts
  const further = [...counts]
  for (const { action, counter } of way) {
    const count = further[counter.index] ?? 0
    switch (action) {
      case 'enter':
        further[counter.index] = 1
        break
      case 'again':
        if (count >= counter.max) return undefined
        further[counter.index] = capped(count + 1, counter)
        break
      case 'leave':
        if (count < counter.min) return undefined
        further[counter.index] = 0
    }
  }
  return further
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

/** Whether what is counted decides between two ways: in `a{2}, a` the first `a` may come again, or be left, never both. */
import type { Count, Counter } from './graph.js'

/** True if no count allows both ways. */
export function excludeEachOther(one: readonly Count[], other: readonly Count[]): boolean {
  const others = needsOf(other)
  return [...needsOf(one)].some(([counter, { least, most }]) => {
    const needs = others.get(counter)
    return needs !== undefined && Math.max(least, needs.least) > Math.min(most, needs.most)
  })
}

/** Between which numbers each group must have come for a way to be open. */
function needsOf(
  way: readonly Count[],
): ReadonlyMap<Counter, { readonly least: number; readonly most: number }> {
  const needs = new Map<Counter, { readonly least: number; readonly most: number }>()
  for (const { action, counter } of way) {
    // What is done to a counter first depends on what was counted before; what follows on the same way does not.
    if (action === 'enter' || needs.has(counter)) continue
    needs.set(
      counter,
      action === 'again'
        ? { least: 1, most: counter.max - 1 }
        : { least: Math.max(1, counter.min), most: counter.max },
    )
  }
  return needs
}

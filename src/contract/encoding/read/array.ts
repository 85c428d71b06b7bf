/** Reads the items of an array: as many as are there, whatever sizes it claims (SOAP 1.1 §5.4.2, SOAP 1.2 Part 2 §3.1.6). */
import type { Value } from '../../../schema/values/value.js'
import type { Walk } from '../../../xml/walk.js'
import type { ArrayForm } from '../forms.js'
import { offsetOf, positionOf, type Sizes, sizesOf } from './array-shape.js'
import { type Location, misfit } from './problem.js'
import { inArray, type Slot } from './slot.js'
import type { Accessors, Task } from './task.js'
import { weightOf } from './weight.js'

export function* fillArray(graph: Accessors, task: Task<ArrayForm, Value[]>): Walk<void> {
  const { element, dialect, form, value, location } = task
  const { forms, pace } = graph.parts
  const sizes = sizesOf(element, dialect, form.ranks[0] ?? 1, location)
  const most = sizes.reduce<number>((all, size) => all * (size ?? Number.POSITIVE_INFINITY), 1)
  const item = forms.itemOf(form)
  const taken = new Set<number>()
  let next = offsetOf(element, dialect, sizes, location)
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const at = positionOf(child, dialect, sizes, location) ?? next
    next = at + 1
    const here = { above: location, step: at }
    if (!(at < most)) throw misfit(here, 'the array has more items than its size says')
    if (taken.has(at)) throw misfit(here, 'two items have this place')
    taken.add(at)
    const work = graph.accessor(
      child,
      dialect,
      item,
      slotAt(graph, value, indexesOf(at, sizes), location),
    )
    if (pace.done(weightOf(child) + work)) yield
  }
}

/**
 * An array of several dimensions is an array of arrays.
 *
 * @param indexes  one for each dimension
 */
function slotAt(
  graph: Accessors,
  array: Value[],
  indexes: readonly number[],
  above: Location,
): Slot {
  let row = array
  let location = above
  for (const index of indexes.slice(0, -1)) {
    grow(graph, row, index, location)
    const before = row[index]
    const inner: Value[] = Array.isArray(before) ? before : []
    row[index] = inner
    row = inner
    location = { above: location, step: index }
  }
  const last = indexes.at(-1) ?? 0
  grow(graph, row, last, location)
  return inArray(row, last, { above: location, step: last })
}

/** SOAP 1.1 §5.4.2: the last dimension varies first. */
function indexesOf(at: number, sizes: Sizes): readonly number[] {
  const indexes: number[] = []
  let rest = at
  for (let dimension = sizes.length - 1; dimension > 0; dimension -= 1) {
    const size = sizes[dimension] ?? 1
    indexes.unshift(rest % size)
    rest = Math.floor(rest / size)
  }
  return [rest, ...indexes]
}

/** Places before the one that is wanted are null until an item comes. */
function grow(graph: Accessors, row: Value[], index: number, location: Location): void {
  if (index < row.length) return
  graph.omit(index - row.length, location)
  while (row.length <= index) row.push(null)
}

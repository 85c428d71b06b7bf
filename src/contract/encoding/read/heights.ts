/** Bounds how deep values nest once references are followed: whoever walks them is not to run out of stack. */
import { isBytes, isElement } from '../../../schema/values/index.js'
import { MAX_DEPTH, TOO_DEEP } from '../../../schema/values/levels.js'
import type { Value, Values } from '../../../schema/values/value.js'
import { ELEMENT, type Pace, type Walk } from '../../../xml/walk.js'
import { type Location, misfit } from './problem.js'

type Compound = Values | readonly Value[]

interface Step {
  readonly compound: Compound
  readonly inside: readonly Value[]
  next: number
  /** Levels below it, as far as they are known. */
  height: number
}

/**
 * Each compound is looked at once, however often it is referred to; a cycle counts as far as it does not repeat.
 *
 * @throws SoapFault for values that nest more deeply than they may
 */
export function* checkingHeight(root: Value, location: Location, pace: Pace): Walk<void> {
  const heights = new Map<Compound, number>()
  const path: Step[] = []
  enter(root, heights, path)
  for (let step = path.at(-1); step; step = path.at(-1)) {
    if (pace.done(ELEMENT)) yield
    if (step.next < step.inside.length) {
      const value = step.inside[step.next]
      step.next += 1
      const below = compoundOf(value)
      const height = below && heights.get(below)
      if (height !== undefined) step.height = Math.max(step.height, height + 1)
      else enter(value, heights, path)
    } else {
      path.pop()
      heights.set(step.compound, step.height)
      const above = path.at(-1)
      if (above) above.height = Math.max(above.height, step.height + 1)
    }
    if (path.length > MAX_DEPTH || step.height > MAX_DEPTH) {
      throw misfit(location, `${TOO_DEEP}, references followed`)
    }
  }
}

function enter(value: Value, heights: Map<Compound, number>, path: Step[]): void {
  const compound = compoundOf(value)
  if (!compound) return
  heights.set(compound, 0)
  const inside = Array.isArray(compound) ? compound : Object.values(compound)
  path.push({ compound, inside, next: 0, height: 0 })
}

function compoundOf(value: Value): Compound | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (isBytes(value) || value instanceof Date || isElement(value)) return undefined
  return value
}

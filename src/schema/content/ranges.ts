/** How many elements a particle may come to: Effective Total Range (§3.8.6), Particle Emptiable (§3.9.6). */
import type { ModelGroup, Particle } from '../components.js'
import { MAX_DEPTH, tooLarge } from './limits.js'

export interface Range {
  readonly min: number
  /** `Infinity` for unbounded. */
  readonly max: number
}

/** cos-group-emptiable: True if no element at all is enough for it. */
export function isEmptiable(particle: Particle): boolean {
  return totalRange(particle).min === 0
}

/** Effective Total Range (all and sequence), Effective Total Range (choice). */
function totalRange(particle: Particle): Range {
  return rangeOf(particle, new Map(), 0)
}

/** @param known  what was found out before: a group may be named many times */
function rangeOf(particle: Particle, ranges: Map<ModelGroup, Range>, depth: number): Range {
  const { min, max, term } = particle
  if (term.kind === 'element' || term.kind === 'any') return { min, max }
  if (depth > MAX_DEPTH) throw tooLarge(term.source)
  let once = ranges.get(term)
  if (once === undefined) {
    once = rangeOfAll(
      term.kind,
      term.particles.map((each) => rangeOf(each, ranges, depth + 1)),
    )
    ranges.set(term, once)
  }
  return repeated(once, { min, max })
}

/** What the members of a group come to together, once. */
export function rangeOfAll(kind: ModelGroup['kind'], ranges: readonly Range[]): Range {
  return kind === 'choice'
    ? {
        min: ranges.reduce((least, { min }) => Math.min(least, min), ranges[0]?.min ?? 0),
        max: ranges.reduce((most, { max }) => Math.max(most, max), 0),
      }
    : {
        min: ranges.reduce((sum, { min }) => sum + min, 0),
        max: ranges.reduce((sum, { max }) => sum + max, 0),
      }
}

/** Nothing without bound is nothing. */
export function repeated(once: Range, { min, max }: Range): Range {
  return { min: min * once.min, max: max === 0 || once.max === 0 ? 0 : max * once.max }
}

/** Occurrence Range OK (§3.9.6). */
export function isWithin(range: Range, base: Range): boolean {
  // range-ok.1, range-ok.2
  return range.min >= base.min && range.max <= base.max
}

/** A range for people to read. */
export function inFigures({ min, max }: Range): string {
  return min === max ? `${min}` : `${min} to ${max === Infinity ? 'unbounded' : max}`
}

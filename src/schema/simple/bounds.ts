/** The facets that bound a value (Part 2 §4.3.7 to §4.3.10), compared by value. */
import type { Facets, Source } from '../components.js'
import type { Rule } from '../finding.js'
import { SchemaProblem } from '../problem.js'
import type { BoundKind, Bounds, Order, Ordering } from './order.js'
import { changesFixed, type FacetSource, type Step, single } from './step.js'
import { type Type, titleOf } from './type.js'
import { withSpace } from './white-space.js'

type Allows = (order: Order) => boolean

const atLeast: Allows = (order) => order >= 0
const above: Allows = (order) => order > 0
const atMost: Allows = (order) => order <= 0
const below: Allows = (order) => order < 0

/**
 * What a bound must be to each of the base's: minInclusive-valid-restriction, maxInclusive-valid-restriction,
 * minExclusive-valid-restriction, maxExclusive-valid-restriction.
 */
const RESTRICTS: Readonly<Record<BoundKind, Readonly<Record<BoundKind, Allows>>>> = {
  minInclusive: {
    minInclusive: atLeast,
    maxInclusive: atMost,
    minExclusive: above,
    maxExclusive: below,
  },
  maxInclusive: {
    minInclusive: atLeast,
    maxInclusive: atMost,
    minExclusive: above,
    maxExclusive: below,
  },
  minExclusive: {
    minInclusive: atLeast,
    maxInclusive: atMost,
    minExclusive: atLeast,
    maxExclusive: below,
  },
  maxExclusive: {
    minInclusive: above,
    maxInclusive: atMost,
    minExclusive: above,
    maxExclusive: atMost,
  },
}

const KINDS = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const

export function boundsOf(base: Type, step: Step): Bounds {
  const { ordering } = base.nature
  if (!ordering) return {}
  const own: Partial<Record<BoundKind, string>> = {}
  for (const kind of KINDS) {
    const facet = single(step, kind)
    if (facet) own[kind] = boundOf(base, ordering, kind, facet)
  }
  checkPairs(step, own)
  const bounds = merged(base.facets, own)
  checkRanges(ordering, step, bounds)
  return bounds
}

function boundOf(base: Type, { compare }: Ordering, kind: BoundKind, facet: FacetSource): string {
  const { facets } = base
  const { source, value } = facet
  const text = withSpace(facets.whiteSpace, value)
  const foreign = base.nature.check(text, source.node.scope)
  if (foreign) throw outside(base, kind, foreign, source)
  const same = facets[kind]
  const isSame = same !== undefined && compare(text, same) === 0
  if (facets.fixed.has(kind) && same !== undefined && !isSame) throw changesFixed(base, facet)
  for (const parent of KINDS) {
    const bound = facets[parent]
    if (bound === undefined || RESTRICTS[kind][parent](compare(text, bound))) continue
    throw new SchemaProblem(
      `${kind}-valid-restriction`,
      `The facet ${kind} cannot be ${text}: ${parent} of the base is ${bound}.`,
      source,
    )
  }
  // "The {value} of minInclusive must be in the ·value space· of the ·base type·": but a bound that is
  // excluded may be said again.
  const broken = isSame ? undefined : base.check(text, source.node.scope)
  if (broken) throw outside(base, kind, broken, source)
  return text
}

function outside(base: Type, kind: BoundKind, { sentence }: Rule, source: Source): SchemaProblem {
  return new SchemaProblem(
    `${kind}-valid-restriction`,
    `The facet ${kind} is no value of ${titleOf(base)}. ${sentence}`,
    source,
  )
}

/** minInclusive-minExclusive, maxInclusive-maxExclusive: one datatype cannot specify both. */
function checkPairs(step: Step, own: Bounds): void {
  for (const [inclusive, exclusive] of [
    ['minInclusive', 'minExclusive'],
    ['maxInclusive', 'maxExclusive'],
  ] as const) {
    if (own[inclusive] === undefined || own[exclusive] === undefined) continue
    throw new SchemaProblem(
      `${inclusive}-${exclusive}`,
      `The facets ${inclusive} and ${exclusive} cannot stand together.`,
      single(step, exclusive)?.source,
    )
  }
}

/** A bound of the step takes the place of both kinds of the base: it is never outside them. */
function merged(base: Facets, own: Bounds): Bounds {
  const hasMin = own.minInclusive !== undefined || own.minExclusive !== undefined
  const hasMax = own.maxInclusive !== undefined || own.maxExclusive !== undefined
  const min = hasMin ? own : base
  const max = hasMax ? own : base
  return {
    minInclusive: min.minInclusive,
    minExclusive: min.minExclusive,
    maxInclusive: max.maxInclusive,
    maxExclusive: max.maxExclusive,
  }
}

/** The clause of each pair, and what the lower bound must be to the upper one. */
const RANGES = [
  ['minInclusive', 'maxInclusive', 'minInclusive-less-than-equal-to-maxInclusive', atMost],
  ['minExclusive', 'maxExclusive', 'minExclusive-less-than-equal-to-maxExclusive', atMost],
  ['minExclusive', 'maxInclusive', 'minExclusive-less-than-maxInclusive', below],
  ['minInclusive', 'maxExclusive', 'minInclusive-less-than-maxExclusive', below],
] as const

function checkRanges({ compare }: Ordering, step: Step, bounds: Bounds): void {
  for (const [lower, upper, clause, allows] of RANGES) {
    const [low, high] = [bounds[lower], bounds[upper]]
    if (low === undefined || high === undefined || allows(compare(low, high))) continue
    throw new SchemaProblem(
      clause,
      `The facet ${lower}, ${low}, is above ${upper}, ${high}.`,
      (single(step, lower) ?? single(step, upper))?.source,
    )
  }
}

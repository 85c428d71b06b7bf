/** The facets that count: lengths and digits (Part 2 §4.3.1 to §4.3.3, §4.3.11, §4.3.12). */
import type { Facets, SimpleType } from '../components.js'
import { SchemaProblem } from '../problem.js'
import { isInteger } from './decimal.js'
import { changesFixed, type FacetSource, type Step, single } from './step.js'
import type { Type } from './type.js'
import { withSpace } from './white-space.js'

type CountKind = 'length' | 'minLength' | 'maxLength' | 'totalDigits' | 'fractionDigits'

export type Counts = Pick<Facets, CountKind>

export function countsOf(base: Type, step: Step): Counts {
  const counts: Counts = {
    // length-valid-restriction: "not equal to the {value} of the parent length".
    length: count(base, step, 'length', (value, parent) => value === parent),
    // minLength-valid-restriction: "less than the {value} of the parent minLength".
    minLength: count(base, step, 'minLength', (value, parent) => value >= parent),
    // maxLength-valid-restriction: "greater than the {value} of the parent maxLength".
    maxLength: count(base, step, 'maxLength', (value, parent) => value <= parent),
    // totalDigits-valid-restriction: "greater than the {value} of the parent totalDigits".
    totalDigits: count(base, step, 'totalDigits', (value, parent) => value <= parent),
    // fractionDigits-valid-restriction: the same of fractionDigits.
    fractionDigits: count(base, step, 'fractionDigits', (value, parent) => value <= parent),
  }
  checkLengths(base, step, counts)
  checkDigits(step, counts)
  return counts
}

function count(
  base: Type,
  step: Step,
  kind: CountKind,
  restricts: (value: number, parent: number) => boolean,
): number | undefined {
  const parent = base.facets[kind]
  const facet = single(step, kind)
  if (!facet) return parent
  const value = countOf(facet, kind === 'totalDigits' ? 1 : 0)
  if (parent === undefined) return value
  if (base.facets.fixed.has(kind) && value !== parent) throw changesFixed(base, facet)
  if (restricts(value, parent)) return value
  throw new SchemaProblem(
    `${kind}-valid-restriction`,
    `The facet ${kind} cannot be ${value}: that of the base is ${parent}.`,
    facet.source,
  )
}

/** `nonNegativeInteger`, or `positiveInteger`. */
function countOf(facet: FacetSource, least: number): number {
  const text = withSpace('collapse', facet.value)
  const number = isInteger(text) ? Number(text) : Number.NaN
  if (number >= least) return number
  throw new SchemaProblem(
    'cvc-datatype-valid.1',
    `The facet ${facet.kind} must be a whole number of at least ${least}, not "${facet.value}".`,
    facet.source,
  )
}

function checkLengths(base: Type, step: Step, counts: Counts): void {
  const { length, minLength, maxLength } = counts
  if (minLength !== undefined && maxLength !== undefined && minLength > maxLength) {
    throw atOneOf(
      step,
      ['minLength', 'maxLength'],
      'minLength-less-than-equal-to-maxLength',
      `The facet minLength, ${minLength}, is greater than maxLength, ${maxLength}.`,
    )
  }
  // length-minLength-maxLength: beside length, minLength is in error "unless the {value} of minLength <= the
  // {value} of length and there is some type definition from which this one is derived by one or more
  // restriction steps in which minLength has the same {value} and length is not specified".
  if (length === undefined) return
  const from = (kind: 'minLength' | 'maxLength', fits: boolean) => {
    if (counts[kind] === undefined || (fits && wasWithoutLength(base, kind, counts[kind]))) return
    throw atOneOf(
      step,
      ['length', kind],
      'length-minLength-maxLength',
      `The facet ${kind} cannot stand beside length.`,
    )
  }
  from('minLength', minLength !== undefined && minLength <= length)
  from('maxLength', maxLength !== undefined && maxLength >= length)
}

function wasWithoutLength(
  base: SimpleType,
  kind: 'minLength' | 'maxLength',
  value: number,
): boolean {
  for (let type: SimpleType | undefined = base; type; type = type.base) {
    if (type.facets[kind] === value && type.facets.length === undefined) return true
  }
  return false
}

function checkDigits(step: Step, { totalDigits, fractionDigits }: Counts): void {
  // fractionDigits-totalDigits: "it is an error for fractionDigits to be greater than totalDigits".
  if (totalDigits === undefined || fractionDigits === undefined) return
  if (fractionDigits <= totalDigits) return
  throw atOneOf(
    step,
    ['fractionDigits', 'totalDigits'],
    'fractionDigits-less-than-equal-to-totalDigits',
    `The facet fractionDigits, ${fractionDigits}, is greater than totalDigits, ${totalDigits}.`,
  )
}

/** A problem between two facets, of which one at least is in this step. */
function atOneOf(
  step: Step,
  kinds: readonly CountKind[],
  clause: string,
  sentence: string,
): SchemaProblem {
  const facet = kinds.map((kind) => single(step, kind)).find((each) => each !== undefined)
  return new SchemaProblem(clause, sentence, facet?.source)
}

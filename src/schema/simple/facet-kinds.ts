/** The twelve facets, and which of them hold for which values (Part 2 §4.1.5, cos-applicable-facets). */
import type { Primitive } from '../components.js'

const FACET_KINDS = [
  'length',
  'minLength',
  'maxLength',
  'pattern',
  'enumeration',
  'whiteSpace',
  'maxInclusive',
  'maxExclusive',
  'minInclusive',
  'minExclusive',
  'totalDigits',
  'fractionDigits',
] as const

export type FacetKind = (typeof FACET_KINDS)[number]

export function isFacetKind(kind: string): kind is FacetKind {
  const kinds: readonly string[] = FACET_KINDS
  return kinds.includes(kind)
}

const LENGTHS = ['length', 'minLength', 'maxLength'] as const
const BOUNDS = ['maxInclusive', 'maxExclusive', 'minInclusive', 'minExclusive'] as const

const SIZED: ReadonlySet<FacetKind> = new Set([...LENGTHS, 'pattern', 'enumeration', 'whiteSpace'])
const ORDERED: ReadonlySet<FacetKind> = new Set([...BOUNDS, 'pattern', 'enumeration', 'whiteSpace'])
const DECIMAL: ReadonlySet<FacetKind> = new Set([...ORDERED, 'totalDigits', 'fractionDigits'])
const BOOLEAN: ReadonlySet<FacetKind> = new Set(['pattern', 'whiteSpace'])

export const OF_LIST = SIZED
export const OF_UNION: ReadonlySet<FacetKind> = new Set(['pattern', 'enumeration'])

export function facetsOf(primitive: Primitive): ReadonlySet<FacetKind> {
  switch (primitive) {
    case 'string':
    case 'hexBinary':
    case 'base64Binary':
    case 'anyURI':
    case 'QName':
    case 'NOTATION':
      return SIZED
    case 'boolean':
      return BOOLEAN
    case 'decimal':
      return DECIMAL
    case 'float':
    case 'double':
    case 'duration':
    case 'dateTime':
    case 'time':
    case 'date':
    case 'gYearMonth':
    case 'gYear':
    case 'gMonthDay':
    case 'gDay':
    case 'gMonth':
      return ORDERED
  }
}

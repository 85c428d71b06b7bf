/** Texts that may be of a simple type, the ones that people like to read first. */
import type { Facets, Primitive, SimpleType } from '../components.js'

const DAY = '2025-01-31'

/** Valid where no facet says otherwise. */
const PLAIN: Readonly<Record<Exclude<Primitive, 'decimal'>, readonly string[]>> = {
  string: ['text'],
  boolean: ['true', 'false', '1', '0'],
  float: ['1.5', '0', '-1.5', '1'],
  double: ['1.5', '0', '-1.5', '1'],
  duration: ['P1D', 'PT1S', 'P1M', 'P1Y', 'P100Y', '-P1D', '-P100Y'],
  dateTime: [`${DAY}T12:00:00Z`, `${DAY}T12:00:00`],
  time: ['12:00:00Z', '12:00:00', '00:00:01Z', '23:59:59Z', '00:00:01', '23:59:59'],
  date: [DAY, `${DAY}Z`],
  gYearMonth: ['2025-01', '2025-01Z'],
  gYear: ['2025', '2025Z'],
  gMonthDay: ['--01-31', '--01-01', '--12-31', '--06-15', '--02-29'],
  gDay: ['---15', '---01', '---31'],
  gMonth: ['--06', '--01', '--12'],
  hexBinary: ['CAFE'],
  base64Binary: ['dGV4dA=='],
  anyURI: ['urn:example:any'],
  QName: ['xml:lang'],
  NOTATION: [],
}

/** Types whose texts are not those of their primitive. */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  language: ['en', 'de'],
  NMTOKEN: ['name'],
  Name: ['name'],
  NCName: ['name'],
}

const YEARS = /^-?\d{4,}(?=$|[-Z+])/
const WHOLE = /^[+-]?\d+$/

export function candidatesFor({ primitive, builtIn, facets }: SimpleType): readonly string[] {
  if (primitive === undefined) return []
  const bounds = boundsOf(facets)
  const plain =
    BUILT_IN[builtIn ?? ''] ?? (primitive === 'decimal' ? ['1', '0', '-1'] : PLAIN[primitive])
  return [
    ...plain,
    ...bounds,
    ...bounds.flatMap(near),
    ...between(bounds),
    ...ofLength(primitive, facets),
  ]
}

function boundsOf({ minInclusive, minExclusive, maxInclusive, maxExclusive }: Facets) {
  return [minInclusive, minExclusive, maxInclusive, maxExclusive].filter(
    (text) => text !== undefined,
  )
}

/** A little more and a little less than a bound. */
function near(bound: string): readonly string[] {
  if (WHOLE.test(bound)) {
    const whole = BigInt(bound)
    return [whole + 1n, whole - 1n, `${whole}.5`, `${whole - 1n}.5`].map(String)
  }
  const [year] = YEARS.exec(bound) ?? []
  if (year !== undefined) {
    return [1, -1].map((step) => {
      const next = Number(year) + step
      const text = String(Math.abs(next)).padStart(4, '0')
      return `${next < 0 ? '-' : ''}${text}${bound.slice(year.length)}`
    })
  }
  const number = Number(bound)
  return Number.isFinite(number) ? [number + 1, number - 1].map(String) : []
}

function between(bounds: readonly string[]): readonly string[] {
  const numbers = bounds.map(Number).filter(Number.isFinite)
  const [first, second] = numbers
  return first === undefined || second === undefined ? [] : [String((first + second) / 2)]
}

const MAX_UNITS = 100_000

/** Texts of the length that the facets want. */
function ofLength(primitive: Primitive, facets: Facets): readonly string[] {
  const { length, minLength, maxLength } = facets
  return [length, minLength, maxLength]
    .filter((units) => units !== undefined && units <= MAX_UNITS)
    .map((units = 0) => {
      switch (primitive) {
        case 'hexBinary':
          return 'CA'.repeat(units)
        case 'base64Binary':
          return Buffer.alloc(units, 'text').toString('base64')
        default:
          return 'text'.repeat(Math.ceil(units / 4)).slice(0, units)
      }
    })
}

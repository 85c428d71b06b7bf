/** How two values are ordered: some pairs are not, such as two times of which one has no time zone. */
import type { Facets } from '../components.js'

/** Negative, zero or positive, as with numbers; NaN if they are incomparable. */
export type Order = number

export type BoundKind = 'minInclusive' | 'maxInclusive' | 'minExclusive' | 'maxExclusive'

export type Bounds = Pick<Facets, BoundKind>

/** Of texts that are valid. */
export interface Ordering {
  readonly compare: (one: string, other: string) => Order
  /** Prepares to tell which bound a text is outside of. */
  readonly outside: (bounds: Bounds) => (text: string) => BoundKind | undefined
}

/** The order of values that are read from texts. */
export function orderingOf<Value>(
  read: (text: string) => Value,
  compare: (one: Value, other: Value) => Order,
): Ordering {
  const readBound = (text: string | undefined) => (text === undefined ? undefined : read(text))
  return {
    compare: (one, other) => compare(read(one), read(other)),
    outside: ({ minInclusive, maxInclusive, minExclusive, maxExclusive }) => {
      const least = readBound(minInclusive)
      const most = readBound(maxInclusive)
      const above = readBound(minExclusive)
      const below = readBound(maxExclusive)
      return (text) => {
        const value = read(text)
        // cvc-minInclusive-valid and its kin: what is incomparable with a bound is outside of it.
        if (least !== undefined && !(compare(value, least) >= 0)) return 'minInclusive'
        if (most !== undefined && !(compare(value, most) <= 0)) return 'maxInclusive'
        if (above !== undefined && !(compare(value, above) > 0)) return 'minExclusive'
        if (below !== undefined && !(compare(value, below) < 0)) return 'maxExclusive'
        return undefined
      }
    },
  }
}

export function compareTexts(one: string, other: string): Order {
  return one < other ? -1 : one > other ? 1 : 0
}

/** How two values are ordered: some pairs are not, such as two times of which one has no time zone. */

/** Negative, zero or positive, as with numbers; NaN if they are incomparable. */
export type Order = number

/** Prepares to compare with one value, such as a facet's. For texts that are valid. */
export type Against = (bound: string) => (text: string) => Order

export function against<Value>(
  read: (text: string) => Value,
  compare: (one: Value, other: Value) => Order,
): Against {
  return (bound) => {
    const other = read(bound)
    return (text) => compare(read(text), other)
  }
}

export function compareTexts(one: string, other: string): Order {
  return one < other ? -1 : one > other ? 1 : 0
}

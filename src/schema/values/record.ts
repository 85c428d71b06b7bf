/** Values by name, as they are found one after the other: the names are a peer's. */
import type { Value, Values } from './value.js'

/** An object that inherits nothing, because the peer chooses the names in it. */
export function record(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>
}

/** Named values out of pairs of names and texts; the texts of a repeated name make an array. */
export function valuesOf(pairs: Iterable<readonly [name: string, text: string]>): Values {
  const values = record()
  for (const [name, text] of pairs) addValue(values, name, text)
  return values
}

/** Adds a value under a name; if the name has one already, they become an array. */
export function addValue(values: Record<string, Value>, name: string, value: Value): void {
  const before = values[name]
  if (!(name in values)) values[name] = value
  else if (Array.isArray(before)) before.push(value)
  else values[name] = [before, value]
}

/** The value under a name, which may be one that every object inherits. */
export function own(values: Values, name: string): Value {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

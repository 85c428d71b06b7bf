/** Shortens what peers can make long, so that one event cannot fill the journal. */
import type { NodeEvent } from '../observer/events.js'

/** Characters of a value. */
const MOST = 1024
/** Characters of a value in a list, and how many of these are kept. */
const MOST_LISTED = 256
const LISTED = 50

/** The event with no value that is too long; what was cut ends with `…`. */
export function clipped(event: NodeEvent): NodeEvent {
  // The same fields, with values of the same types.
  const short: NodeEvent = JSON.parse(JSON.stringify(event, (_, value) => clippedValue(value)))
  return short
}

function clippedValue(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MOST)
  return Array.isArray(value) ? value.slice(0, LISTED).map(listed) : value
}

function listed(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MOST_LISTED)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, listed(one)]))
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** Shortens what peers can make long, so that one event cannot fill the journal. */
import type { NodeEvent } from '../observer/events.js'

/** Characters of a value. */
const MOST = 1024
/** Characters of a value in a list, and how many of these are kept. */
const MOST_LISTED = 256
const LISTED = 50
/** How deep a value may be in an event. */
const DEPTH = 3

/** The event with no value that is too long; what was cut ends with `…`. */
export function clipped(event: NodeEvent): NodeEvent {
  if (!isLong(event, MOST, DEPTH)) return event
  // The same fields, with values of the same types.
  const short: NodeEvent = JSON.parse(JSON.stringify(cut(event, MOST)))
  return short
}

function isLong(value: unknown, most: number, depth: number): boolean {
  if (typeof value === 'string') return value.length > most
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  const listed = Array.isArray(value)
  if (listed && value.length > LISTED) return true
  // Not by `Object.values`, which would make a list for each event.
  for (const key in value) {
    const one: unknown = value[key as keyof typeof value]
    if (isLong(one, listed ? MOST_LISTED : most, depth - 1)) return true
  }
  return false
}

function cut(value: unknown, most: number): unknown {
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most - 1)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, LISTED).map((one) => cut(one, MOST_LISTED))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one, most)]))
}

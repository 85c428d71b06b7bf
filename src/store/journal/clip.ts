/** Shortens what peers can make long, so that one event cannot fill the journal. */
import type { BlockSeen, NodeEvent } from '../../message/events/events.js'

/** Characters of a value. */
const MAX_VALUE_LENGTH = 1024
/** Characters of a value in a list, and how many of these are kept. */
const MAX_LISTED = 256
const LISTED = 50
/** Characters of an event in which nothing is cut. */
export const SHORT = 4096

/** An event, and its JSON, with no value that is too long; what was cut ends with `…`. */
export function clipped(event: NodeEvent): { readonly event: NodeEvent; readonly json: string } {
  const json = JSON.stringify(cut(event, MAX_VALUE_LENGTH))
  // The same fields, with values of the same types.
  const short: NodeEvent = JSON.parse(json)
  return { event: short, json }
}

/** Each of many blocks may have the same long namespace: such an event is cut before it is written. */
export function hasLongNames(event: NodeEvent): boolean {
  return event.event === 'exchange' && (event.blocks?.some(isLong) ?? false)
}

function isLong({ name, actor }: BlockSeen): boolean {
  return name.length > MAX_LISTED || (actor !== undefined && actor.length > MAX_LISTED)
}

function cut(value: unknown, most: number): unknown {
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most - 1)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.slice(0, LISTED).map((one) => cut(one, MAX_LISTED))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one, most)]))
}

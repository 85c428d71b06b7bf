/** Shortens what peers can make long, so that one event cannot fill the journal. */
import type { BlockSeen, NodeEvent } from '../../message/events/events.js'

/** Characters of a value. */
const MAX_VALUE_LENGTH = 1024
/** Characters of a value in a list, and how many of these are kept; of business keys, all that an event may have. */
const MAX_LISTED = 256
const LISTED = 50
const KEYS = 200
/** Bytes of an event as JSON, in UTF-8: a page has room for it. */
const MAX_EVENT_BYTES = 48 * 1024
/** Characters of an event in which nothing is cut. */
export const SHORT = 4096

/** An event, and its JSON, with no value that is too long; what was cut ends with `…`. */
export function clipped(event: NodeEvent): { readonly event: NodeEvent; readonly json: string } {
  let json = ''
  // What has many long values in an alphabet of several bytes is cut again.
  for (let part = 1; part <= MAX_PARTS; part *= 2) {
    json = JSON.stringify(cut(event, MAX_VALUE_LENGTH, part))
    if (Buffer.byteLength(json) <= MAX_EVENT_BYTES) break
  }
  // The same fields, with values of the same types.
  const short: NodeEvent = JSON.parse(json)
  return { event: short, json }
}

const MAX_PARTS = 16

/** Each of many blocks may have the same long namespace: such an event is cut before it is written. */
export function hasLongNames(event: NodeEvent): boolean {
  return event.event === 'exchange' && (event.blocks?.some(isLong) ?? false)
}

function isLong({ name, actor }: BlockSeen): boolean {
  return name.length > MAX_LISTED || (actor !== undefined && actor.length > MAX_LISTED)
}

/**
 * @param most  characters of a text
 * @param part  of lists, so many times fewer are kept
 */
function cut(value: unknown, most: number, part: number, listed = LISTED): unknown {
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most - 1)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value.slice(0, Math.ceil(listed / part)).map((one) => cut(one, MAX_LISTED, part))
  }
  const fields = Object.entries(value).map(([key, one]) => {
    return [key, cut(one, most, part, key === 'keys' ? KEYS : LISTED)]
  })
  return Object.fromEntries(fields)
}

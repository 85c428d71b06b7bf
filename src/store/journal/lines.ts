/** The lines of a page: each describes an event what is not as it was in the line of its kind before. */
import { jsonText } from '../../base/json-text.js'
import type { KeySeen, NodeEvent } from '../../message/events/events.js'
import { OWN_FIELDS } from '../../message/events/own-fields.js'
import { clipped, hasLongNames, SHORT } from './clip.js'
import type { JournalEntry } from './journal.js'
import { keyOf, type PageName } from './key.js'
import { keysChange, keysRead } from './keys/line.js'
import { keysOf } from './values.js'

/**
 * A line has the milliseconds since the line before it (since 1970 in the first one), and either the whole event as
 * JSON, or its kind and, as JSON, the fields that are not as in the line of its kind before: null if there is none now.
 * Of business keys it has the values alone where only these differ.
 *
 * ```
 * 1793000000000 {"event":"exchange","exchange":"1f…","transport":"http","operation":"Add","outcome":"reply","ms":0.4}
 * 3 exchange {"exchange":"2a…","ms":0.3}
 * ```
 */
export interface Line {
  /** With its end. */
  readonly text: string
  /** What it describes: long values may have been shortened. */
  readonly event: NodeEvent
  /** False if all that queries ask for is as in the line of its kind before, but for its ids and keys. */
  readonly differs: boolean
}

/** The fields of the last event of a kind. */
interface Before {
  /** Its business keys. */
  seen: readonly KeySeen[]
  readonly keys: readonly string[]
  /** Each key as it stands in JSON, with its colon. */
  readonly names: readonly string[]
  /** Objects as JSON. */
  readonly values: unknown[]
}

export class LineWriter {
  readonly #before = new Map<string, Before>()
  #at = 0

  /** @param at  milliseconds since 1970 */
  write(event: NodeEvent, at: number): Line {
    const since = at - this.#at
    this.#at = at
    const before = this.#before.get(event.event)
    if (hasLongNames(event)) return this.#clipped(event, since)
    const changes = before && changesOf(event, before)
    if (changes && changes.json.length <= SHORT) {
      const { json, differs } = changes
      return { text: `${since} ${event.event} ${json}\n`, event, differs }
    }
    const json = JSON.stringify(event)
    if (json.length > SHORT) return this.#clipped(event, since)
    this.#before.set(event.event, fieldsOf(event))
    return { text: `${since} ${json}\n`, event, differs: true }
  }

  #clipped(event: NodeEvent, since: number): Line {
    this.#before.delete(event.event)
    const short = clipped(event)
    return { text: `${since} ${short.json}\n`, event: short.event, differs: true }
  }
}

/** Undefined if it has other fields, or the same in another order. */
function changesOf<Event extends NodeEvent>(
  event: Event,
  before: Before,
): { readonly json: string; readonly differs: boolean } | undefined {
  const { keys, names, values } = before
  let members = ''
  let differs = false
  let index = 0
  for (const key in event) {
    if (keys[index] !== key) return undefined
    if (key === 'keys') {
      const change = keysChange(before.seen, keysOf(event))
      if (change !== undefined) members += (members && ',') + names[index] + change
      before.seen = keysOf(event)
      index += 1
      continue
    }
    const value = event[key]
    const next = typeof value === 'object' ? JSON.stringify(value) : value
    if (values[index] !== next) {
      values[index] = next
      members += (members && ',') + names[index] + (jsonText(value) ?? 'null')
      differs ||= !OWN_FIELDS.has(key)
    }
    index += 1
  }
  return index === keys.length ? { json: `{${members}}`, differs } : undefined
}

function fieldsOf(event: NodeEvent): Before {
  const keys = Object.keys(event)
  const values: unknown[] = Object.values(event)
  return {
    seen: keysOf(event),
    keys,
    names: keys.map((key) => `${JSON.stringify(key)}:`),
    values: values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
  }
}

/** An event as it stands in a line. */
export interface LineEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  /** How many lines of the page stand before it. */
  readonly index: number
  /** To be looked at only: the next line changes it. `entryOf` makes one that stays. */
  readonly event: NodeEvent
}

/** What was kept is not what was written. */
export class DamagedContent extends Error {}

/**
 * In the order in which they were taken down.
 *
 * @throws DamagedContent once there is something else
 */
export function* eachOf(lines: Uint8Array): Generator<LineEntry> {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength).toString()
  const before = new Map<string, NodeEvent>()
  let at = 0
  let index = 0
  for (let from = 0; from < text.length; index += 1) {
    const end = text.indexOf('\n', from)
    const space = text.indexOf(' ', from)
    const brace = text.indexOf('{', space)
    at += Number(text.slice(from, space))
    const read = eventIn(text.slice(brace, end), index)
    const previous = brace > space + 1 ? before.get(text.slice(space + 1, brace - 1)) : undefined
    const event = previous ? Object.assign(previous, read, keysIn(read, previous, index)) : read
    if (!Number.isSafeInteger(at) || typeof event.event !== 'string') throw noLine(index)
    before.set(event.event, event)
    yield { at, index, event }
    from = end + 1
  }
}

function eventIn(json: string, index: number): NodeEvent {
  try {
    return JSON.parse(json)
  } catch {
    throw noLine(index)
  }
}

/** The business keys that a line tells, with their names. */
function keysIn(read: NodeEvent, previous: NodeEvent, index: number) {
  if (!('keys' in read) || !Array.isArray(read.keys)) return undefined
  const keys = keysRead(keysOf(previous), read.keys)
  if (!keys) throw noLine(index)
  return { keys }
}

function noLine(index: number): DamagedContent {
  return new DamagedContent(`what follows the first ${index} entries of a page are none`)
}

/** An entry that stays as it is. */
export function entryOf(page: PageName, { at, index, event }: LineEntry): JournalEntry {
  // What a line says there is none of is null there.
  const json = JSON.stringify(event, (_, value: unknown) => value ?? undefined)
  const copy: NodeEvent = JSON.parse(json)
  return { key: keyOf(page, at, index), at, node: page.node, event: copy }
}

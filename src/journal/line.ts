/** An event as the line that is kept of it, and the entry that a line tells of. */
import type { NodeEvent } from '../observer/events.js'
import { clipped } from './clip.js'
import type { JournalEntry } from './journal.js'

export interface Kept {
  /** With values that may have been shortened. */
  readonly event: NodeEvent
  readonly json: string
}

/** What is kept of an event; undefined for one of those with which a flood would fill the journal. */
export function keptOf(event: NodeEvent): Kept | undefined {
  if (event.event === 'connection') return undefined
  if ((event.event === 'exchange' || event.event === 'refused') && event.again) return undefined
  return clipped(event)
}

/** @param at  milliseconds since 1970 */
export function lineOf(at: number, json: string): string {
  return `${at} ${json}\n`
}

/** What tells the entries of a page from all others. */
export interface PageName {
  /** No other page of any node has it. */
  readonly name: string
  readonly node: string
}

/** Digits of a time: enough until the year 2286. */
const TIME = 13
/** Digits of a place in a page. */
const PLACE = 4

/** Sorts by the time, then by page and place. */
export function keyOf({ name }: PageName, at: number, place: number): string {
  return `${keyFrom(at)}-${name}-${String(place).padStart(PLACE, '0')}`
}

/** The page that the entry of a key is in. */
export function pageOf(key: string): Pick<PageName, 'name'> {
  return { name: key.slice(TIME + 1, -PLACE - 1) }
}

/** No key of an earlier time sorts behind it, and none of this time or a later one before it. */
export function keyFrom(at: number): string {
  return String(at).padStart(TIME, '0')
}

/** The time in a key, or in what `keyFrom` gave; NaN if it is none. */
export function timeIn(key: string): number {
  return /^\d{13}(-|$)/.test(key) ? Number(key.slice(0, TIME)) : Number.NaN
}

/**
 * @param line   without its end
 * @param place  how many lines of the page stand before it
 */
export function entryOf(page: PageName, line: string, place: number): JournalEntry {
  const space = line.indexOf(' ')
  const at = Number(line.slice(0, space))
  const event: NodeEvent = JSON.parse(line.slice(space + 1))
  return { key: keyOf(page, at, place), at, node: page.node, event }
}

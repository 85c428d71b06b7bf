/** The key of an entry: it sorts by time, and leads to the page that the entry is in. */

/** What tells the entries of a page from all others. */
export interface PageName {
  /** No other page of any node has it. */
  readonly name: string
  readonly node: string
}

/** Digits of a time: enough until the year 2286. */
const TIME = 13
/** Digits of a place in a page. */
const LOCATION = 4

/** Sorts by the time, then by page and place. */
export function keyOf({ name }: PageName, at: number, index: number): string {
  return `${keyFrom(at)}-${name}-${String(index).padStart(LOCATION, '0')}`
}

/** The page that the entry of a key is in. */
export function pageOf(key: string): Pick<PageName, 'name'> {
  return { name: key.slice(TIME + 1, -LOCATION - 1) }
}

/** No key of an earlier time sorts behind it, and none of this time or a later one before it. */
export function keyFrom(at: number): string {
  return String(at).padStart(TIME, '0')
}

/** The time in a key, or in what `keyFrom` gave; NaN if it is none. */
export function timeIn(key: string): number {
  return /^\d{13}(-|$)/.test(key) ? Number(key.slice(0, TIME)) : Number.NaN
}

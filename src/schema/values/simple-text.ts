/** Reads a text of a simple type as a value: its characters alone decide, no facet. */
import { type NamespaceScope, resolveQName } from '../../xml/tree.js'
import type { SimpleKind, SimpleMapping } from './simple-mapping.js'
import type { QName } from './value.js'

/** Reading a bigint takes time by the square of its digits. */
const BIGINT = /^[+-]?\d{1,1000}$/
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const BASE64 = /^[A-Za-z0-9+/ ]*(= ?){0,2}$/

/** @returns undefined for a text that is no boolean */
export function readBoolean(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** @returns undefined for a text that is no number */
export function readNumber(text: string): number | undefined {
  if (NUMBER.test(text)) return Number(text)
  if (text === 'INF') return Number.POSITIVE_INFINITY
  if (text === '-INF') return Number.NEGATIVE_INFINITY
  return text === 'NaN' ? Number.NaN : undefined
}

/** @returns text for an integer that is too long to be read; undefined for a text that is no integer */
export function readBigint(text: string): bigint | string | undefined {
  if (BIGINT.test(text)) return BigInt(text.startsWith('+') ? text.slice(1) : text)
  return text !== '' && !/[^\d+-]/.test(text) && text.length > 1000 ? text : undefined
}

/** @returns undefined for a text that does not say bytes in this way */
export function readBytes(text: string, kind: 'base64' | 'hex'): Uint8Array | undefined {
  if (kind === 'base64') return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
  // A pattern with a repeated group overflows the stack in a long text.
  const isHex = text.length % 2 === 0 && !/[^0-9A-Fa-f]/.test(text)
  return isHex ? Buffer.from(text, 'hex') : undefined
}

/**
 * @param kept  true to keep the prefix beside the name, where a pattern looks at it
 * @returns undefined for a prefix that is not bound
 */
export function readQName(text: string, scope: NamespaceScope, kept: boolean): QName | undefined {
  const name = resolveQName(scope, text)
  if (!name || !kept) return name
  const colon = text.indexOf(':')
  return { ...name, prefix: colon === -1 ? '' : text.slice(0, colon) }
}

/** @returns the date, if the text says a point in time and no more than a `Date` holds */
export function readDate(text: string): Date | undefined {
  const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
  if (!zoned && !/^\d{4}-\d\d-\d\d(Z|[+-]00:00)$/.test(text)) return undefined
  const date = new Date(zoned ? text : `${text.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** True for a kind whose texts are values as they are. */
export function isText(kind: SimpleKind): boolean {
  return kind === 'string' || kind === 'dateTime' || kind === 'decimal'
}

/** The items of a list: white space is collapsed already. */
export function itemsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}

/** True if a value of the type is an array, or may be one. */
export function mayBeList({ kind, members }: SimpleMapping): boolean {
  return kind === 'list' || (kind === 'union' && members.some(mayBeList))
}

/** Reads how often a part of a pattern may stand there. */
import type { Cursor } from './cursor.js'

interface Quantity {
  readonly min: number
  readonly max: number
}

/** [4] quantifier ::= [?*+] | ( '{' quantity '}' ); undefined if there is none. */
export function parseQuantity(cursor: Cursor): Quantity | undefined {
  if (cursor.take('?')) return { min: 0, max: 1 }
  if (cursor.take('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
  if (cursor.take('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
  return cursor.take('{') ? parseCounts(cursor) : undefined
}

/** [5] quantity ::= quantRange | quantMin | QuantExact */
function parseCounts(cursor: Cursor): Quantity {
  const min = parseCount(cursor)
  const max = !cursor.take(',')
    ? min
    : cursor.peek() === '}'
      ? Number.POSITIVE_INFINITY
      : parseCount(cursor)
  if (!cursor.take('}')) throw cursor.error('counts end with }, such as {2}, {2,} or {2,5}')
  // §F.1, of {n,m}: "All strings … where n <= m".
  if (max < min) throw cursor.error(`at least ${min} and at most ${max} cannot be`, 1)
  return { min, max }
}

/** [8] QuantExact ::= [0-9]+ */
function parseCount(cursor: Cursor): number {
  let digits = ''
  while (/^[0-9]$/.test(cursor.peek())) digits += cursor.next()
  if (digits === '') throw cursor.error('a count is missing, such as {2}, {2,} or {2,5}')
  const count = Number(digits)
  if (!Number.isSafeInteger(count)) throw cursor.error('the count is too large', 1)
  return count
}

/** `decimal`, and what is derived from it: digits of any number, compared as they are written. */
import { afterSign, DOT, endOfDigits, endOfNumber, MINUS, ZERO } from './digits.js'
import { compareTexts, type Order, type Ordering, orderingOf } from './order.js'

/** §3.2.3.1: "a finite-length sequence of decimal digits separated by a period". */
export function isDecimal(text: string): boolean {
  return endOfNumber(text, afterSign(text)) === text.length
}

/** §3.3.13.1: "a finite-length sequence of decimal digits with an optional leading sign". */
export function isInteger(text: string): boolean {
  const start = afterSign(text)
  return text.length > start && endOfDigits(text, start) === text.length
}

export function isUnsigned(text: string): boolean {
  return text !== '' && endOfDigits(text, 0) === text.length
}

/** A number without the zeros that say nothing. */
export interface Decimal {
  /** -1, 0 or 1. */
  readonly sign: number
  /** Digits before the point, of which the first is no zero. */
  readonly whole: string
  /** Digits behind the point, of which the last is no zero. */
  readonly fraction: string
}

function readDecimal(text: string): Decimal {
  const [start, dot, end] = significant(text)
  const whole = text.slice(start, dot)
  const fraction = text.slice(dot + 1, end)
  const negative = text.charCodeAt(0) === MINUS
  return { sign: whole === '' && fraction === '' ? 0 : negative ? -1 : 1, whole, fraction }
}

/** Where the first digit that is no leading zero is, the point, and the end without trailing zeros. */
function significant(text: string): readonly [start: number, dot: number, end: number] {
  let start = afterSign(text)
  while (text.charCodeAt(start) === ZERO) start += 1
  const dot = endOfDigits(text, start)
  let end = text.length
  if (text.charCodeAt(dot) !== DOT) return [start, dot, end]
  while (text.charCodeAt(end - 1) === ZERO) end -= 1
  return [start, dot, end]
}

/** §3.2.3.2, the canonical representation, but for the digits that it demands around the point. */
export function decimalKey(text: string): string {
  const { sign, whole, fraction } = readDecimal(text)
  if (sign === 0) return '0'
  return `${sign < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Texts of at most so many characters are different numbers if, and only if, they are different decimals. */
const EXACT = 15

const EXACTLY = orderingOf(readDecimal, compareDecimals)

/** Compares what is short enough as numbers. */
export const DECIMALS: Ordering = {
  compare: EXACTLY.compare,
  outside: (bounds) => {
    const exactly = EXACTLY.outside(bounds)
    const { minInclusive, maxInclusive, minExclusive, maxExclusive } = bounds
    const isLong = (bound: string | undefined) => bound !== undefined && bound.length > EXACT
    if ([minInclusive, maxInclusive, minExclusive, maxExclusive].some(isLong)) return exactly
    const least = Number(minInclusive ?? Number.NEGATIVE_INFINITY)
    const most = Number(maxInclusive ?? Number.POSITIVE_INFINITY)
    const above = Number(minExclusive ?? Number.NEGATIVE_INFINITY)
    const below = Number(maxExclusive ?? Number.POSITIVE_INFINITY)
    return (text) => {
      if (text.length > EXACT) return exactly(text)
      const value = Number(text)
      const inside = value >= least && value <= most && value > above && value < below
      return inside ? undefined : exactly(text)
    }
  },
}

function compareDecimals(one: Decimal, other: Decimal): Order {
  if (one.sign !== other.sign) return one.sign - other.sign
  const size =
    one.whole.length - other.whole.length ||
    compareTexts(one.whole, other.whole) ||
    compareTexts(one.fraction, other.fraction)
  return one.sign * size
}

/** §4.3.11: the least n for which the value is i × 10^-m with |i| < 10^n and m ≤ n. */
export function totalDigits(text: string): number {
  const [start, dot, end] = significant(text)
  return dot - start + Math.max(0, end - dot - 1)
}

/** §4.3.12: the least n for which the value is i × 10^-n. */
export function fractionDigits(text: string): number {
  const [, dot, end] = significant(text)
  return Math.max(0, end - dot - 1)
}

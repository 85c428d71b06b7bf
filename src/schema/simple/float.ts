/** `float` and `double`: numbers of 32 and 64 bit. */
import { afterSign, endOfDigits, endOfNumber, isDigit, MINUS, PLUS } from './digits.js'
import type { Order } from './order.js'

/** §3.2.4.1: a mantissa, and after `E` or `e` an exponent; or `INF`, `-INF`, `NaN`. */
export function isFloat(text: string): boolean {
  const end = endOfNumber(text, afterSign(text))
  if (end === text.length) return true
  if (end === -1) return text === 'INF' || text === '-INF' || text === 'NaN'
  const exponent = text.charCodeAt(end)
  if (exponent !== 0x45 && exponent !== 0x65) return false
  const sign = text.charCodeAt(end + 1)
  const start = sign === PLUS || sign === MINUS ? end + 2 : end + 1
  return isDigit(text.charCodeAt(start)) && endOfDigits(text, start) === text.length
}

export function readDouble(text: string): number {
  switch (text) {
    case 'INF':
      return Number.POSITIVE_INFINITY
    case '-INF':
      return Number.NEGATIVE_INFINITY
    default:
      // The zero of the value space has no sign.
      return Number(text) + 0
  }
}

export function readFloat(text: string): number {
  return Math.fround(readDouble(text))
}

/** §3.2.4: "NaN equals itself but is ·incomparable· with (neither greater than nor less than) any other value". */
export function compareFloats(one: number, other: number): Order {
  if (one < other) return -1
  if (one > other) return 1
  return Object.is(one, other) || one === other ? 0 : Number.NaN
}

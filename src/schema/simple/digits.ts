/** Digits of a text, read by their codes. */

export const ZERO = 0x30
export const PLUS = 0x2b
export const MINUS = 0x2d
export const DOT = 0x2e
export const COLON = 0x3a

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39
}

/** Offset of the first character at or after `start` that is no digit. */
export function endOfDigits(text: string, start: number): number {
  let at = start
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1
  return at
}

/** The number that two digits make; -1 if two digits do not stand there. */
export function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO
  const ones = text.charCodeAt(at + 1) - ZERO
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** Offset behind a sign, if there is one. */
export function afterSign(text: string): number {
  const code = text.charCodeAt(0)
  return code === PLUS || code === MINUS ? 1 : 0
}

/** Offset behind `digits`, `digits.`, `digits.digits` or `.digits`; -1 if none of these stands there. */
export function endOfNumber(text: string, start: number): number {
  const dot = endOfDigits(text, start)
  if (text.charCodeAt(dot) !== DOT) return dot > start ? dot : -1
  const end = endOfDigits(text, dot + 1)
  return end - start > 1 ? end : -1
}

/** Digits of a fraction without the zeros at its end. */
export function withoutZeros(text: string, start: number, end: number): string {
  let last = end
  while (last > start && text.charCodeAt(last - 1) === ZERO) last -= 1
  return text.slice(start, last)
}

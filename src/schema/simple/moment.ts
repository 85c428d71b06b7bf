/** Reads texts of `dateTime` and its kin (§3.2.7 to §3.2.14) to what they say. */
import { daysInMonth } from './calendar.js'
import { COLON, DOT, endOfDigits, MINUS, PLUS, twoDigits, withoutZeros, ZERO } from './digits.js'

/** Which parts a type has. */
export interface Parts {
  readonly year: boolean
  readonly month: boolean
  readonly day: boolean
  readonly time: boolean
}

/** What a type has no part for is the beginning of a year that has 29 February. */
export interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  /** Of the day: 1440 for 24:00:00. */
  readonly minutes: number
  readonly seconds: number
  /** Digits behind the point, of which the last is no zero. */
  readonly fraction: string
  /** Minutes that it is ahead of UTC; `NO_ZONE` if it does not say so. */
  readonly zone: number
}

/** A moment that is being read. */
type Draft = { -readonly [Part in keyof Moment]: Moment[Part] }

export const NO_ZONE = 10_000
const NONE = -1
const MAX_ZONE_MINUTES = 14 * 60

/** §3.2.7.1: "conforming processors … may set an application-defined limit on the maximum number of digits". */
const MAX_YEAR_DIGITS = 9
const ANY_YEAR = 2000

const T = 0x54
const Z = 0x5a

/** @returns undefined for a text that is not in the lexical space */
export function readMoment(text: string, parts: Parts): Moment | undefined {
  const dated = parts.year || parts.month || parts.day
  let at = dated ? endOfYear(text, parts.year) : 0
  if (at === NONE) return undefined
  const year = parts.year ? numberIn(text, at) : ANY_YEAR
  let [month, day] = [1, 1]
  if (parts.month) {
    // Of a type without it, the hyphen alone stands there: `---31`.
    month = afterHyphen(text, at)
    if (month < 1 || month > 12) return undefined
    at += 3
  } else if (parts.day) {
    if (text.charCodeAt(at) !== MINUS) return undefined
    at += 1
  }
  if (parts.day) {
    day = afterHyphen(text, at)
    if (day < 1 || day > daysInMonth(year, month)) return undefined
    at += 3
  }
  const moment: Draft = { year, month, day, minutes: 0, seconds: 0, fraction: '', zone: NO_ZONE }
  if (parts.time) {
    if (dated && text.charCodeAt(at) !== T) return undefined
    at = endOfTime(text, dated ? at + 1 : at, moment)
    if (at === NONE) return undefined
  }
  if (at !== text.length) moment.zone = zoneIn(text, at)
  return Number.isNaN(moment.zone) ? undefined : moment
}

/** Two digits behind a hyphen; `NONE` if they do not stand there. */
function afterHyphen(text: string, at: number): number {
  return text.charCodeAt(at) === MINUS ? twoDigits(text, at + 1) : NONE
}

/**
 * "a four-or-more digit optionally negative-signed numeral … if more than four digits, leading zeros are
 * prohibited, and '0000' is prohibited". Of a type without years, a hyphen stands there.
 */
function endOfYear(text: string, hasYear: boolean): number {
  const hasSign = text.charCodeAt(0) === MINUS
  if (!hasYear) return hasSign ? 1 : NONE
  const start = hasSign ? 1 : 0
  const end = endOfDigits(text, start)
  const digits = end - start
  if (digits < 4 || digits > MAX_YEAR_DIGITS) return NONE
  if (text.charCodeAt(start) !== ZERO) return end
  return digits > 4 || numberIn(text, end) === 0 ? NONE : end
}

/** The integer that a text begins with, of few digits. */
function numberIn(text: string, end: number): number {
  const negative = text.charCodeAt(0) === MINUS
  let number = 0
  for (let at = negative ? 1 : 0; at < end; at += 1) {
    number = number * 10 + text.charCodeAt(at) - ZERO
  }
  return negative ? -number : number
}

/** Reads `hh ':' mm ':' ss ('.' s+)?` into a moment. */
function endOfTime(text: string, at: number, moment: Draft): number {
  const hours = twoDigits(text, at)
  const minutes = twoDigits(text, at + 3)
  const seconds = twoDigits(text, at + 6)
  if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return NONE
  if (hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) return NONE
  const point = at + 8
  const end = text.charCodeAt(point) === DOT ? endOfDigits(text, point + 1) : point
  if (end === point + 1) return NONE
  const fraction = end > point ? withoutZeros(text, point + 1, end) : ''
  // "'24:00:00' … is permitted if the minutes and seconds represented are zero".
  if (hours > 24 || (hours === 24 && (minutes > 0 || seconds > 0 || fraction !== ''))) {
    return NONE
  }
  moment.minutes = hours * 60 + minutes
  moment.seconds = seconds
  moment.fraction = fraction
  return end
}

/** §3.2.7.3: `(('+' | '-') hh ':' mm) | 'Z'`, up to 14:00; NaN if it is no time zone. */
function zoneIn(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if (sign === Z) return text.length === at + 1 ? 0 : Number.NaN
  const hours = twoDigits(text, at + 1)
  const minutes = twoDigits(text, at + 4)
  const offset = hours * 60 + minutes
  const whole = text.length === at + 6 && text.charCodeAt(at + 3) === COLON
  if (!whole || hours < 0 || minutes < 0 || minutes > 59 || offset > MAX_ZONE_MINUTES)
    return Number.NaN
  return sign === PLUS ? offset : sign === MINUS ? -offset : Number.NaN
}

/** `dateTime` and its kin (§3.2.7 to §3.2.14): reads their texts to points in time. */
import { dayNumber, daysInMonth } from './calendar.js'
import { COLON, DOT, endOfDigits, MINUS, PLUS, twoDigits, withoutZeros, ZERO } from './digits.js'

/** Which parts a type has. */
export interface Parts {
  readonly year: boolean
  readonly month: boolean
  readonly day: boolean
  readonly time: boolean
}

/** In UTC, if there is a time zone. */
export interface Moment {
  /** From a minute that is the same for all. */
  readonly minutes: number
  readonly seconds: number
  /** Digits behind the point, of which the last is no zero. */
  readonly fraction: string
  readonly zoned: boolean
}

/** Of a recurring date, which is 29 February too. */
const ANY_YEAR = 2000
const ANY_DAY = 1

/** §3.2.7.1: "conforming processors … may set an application-defined limit on the maximum number of digits". */
const MOST_YEAR_DIGITS = 9

const T = 0x54
const Z = 0x5a
const NO_ZONE = Number.NaN

/** @returns undefined for a text that is not in the lexical space */
export function readMoment(text: string, parts: Parts): Moment | undefined {
  let days = 0
  let at = 0
  if (parts.day || parts.month || parts.year) {
    at = parts.year ? endOfYear(text) : afterHyphen(text, 0)
    if (at === -1) return undefined
    const year = parts.year ? Number(text.slice(0, at)) : ANY_YEAR
    let month = ANY_DAY
    if (parts.month) {
      month = twoDigits(text, at + 1)
      at = text.charCodeAt(at) === MINUS && month >= 1 && month <= 12 ? at + 3 : -1
    } else if (parts.day) at = afterHyphen(text, at)
    if (at === -1) return undefined
    let day = ANY_DAY
    if (parts.day) {
      day = twoDigits(text, at + 1)
      if (text.charCodeAt(at) !== MINUS || day < 1 || day > daysInMonth(year, month))
        return undefined
      at += 3
    }
    days = dayNumber(year, month, day)
    if (parts.time) {
      if (text.charCodeAt(at) !== T) return undefined
      at += 1
    }
  }
  return parts.time ? withTime(text, at, days, parts.day) : moment(text, at, days * 1440, 0, '')
}

function afterHyphen(text: string, at: number): number {
  return text.charCodeAt(at) === MINUS ? at + 1 : -1
}

/**
 * §3.2.7.1: "a '-'-separated … 'yyyy' is a four-or-more digit optionally negative-signed numeral … if more
 * than four digits, leading zeros are prohibited, and '0000' is prohibited".
 */
function endOfYear(text: string): number {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  const end = endOfDigits(text, start)
  const digits = end - start
  if (digits < 4 || digits > MOST_YEAR_DIGITS) return -1
  if (digits > 4 && text.charCodeAt(start) === ZERO) return -1
  return text.startsWith('0000', start) ? -1 : end
}

/** `hh ':' mm ':' ss ('.' s+)?`. */
function withTime(text: string, at: number, days: number, dated: boolean): Moment | undefined {
  const hours = twoDigits(text, at)
  const minutes = twoDigits(text, at + 3)
  const seconds = twoDigits(text, at + 6)
  const apart = text.charCodeAt(at + 2) === COLON && text.charCodeAt(at + 5) === COLON
  if (!apart || hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
    return undefined
  }
  let end = at + 8
  let fraction = ''
  if (text.charCodeAt(end) === DOT) {
    const first = end + 1
    end = endOfDigits(text, first)
    if (end === first) return undefined
    fraction = withoutZeros(text, first, end)
  }
  let total = days * 1440 + hours * 60 + minutes
  if (hours >= 24) {
    // "'24:00:00' … is permitted if the minutes and seconds represented are zero, and the dateTime value
    // so represented is the first instant of the following day"; of `time`, it is `00:00:00`.
    if (hours > 24 || minutes > 0 || seconds > 0 || fraction !== '') return undefined
    if (!dated) total = 0
  }
  return moment(text, end, total, seconds, fraction)
}

function moment(
  text: string,
  at: number,
  local: number,
  seconds: number,
  fraction: string,
): Moment | undefined {
  if (at === text.length) return { minutes: local, seconds, fraction, zoned: false }
  const zone = zoneOf(text, at)
  if (Number.isNaN(zone)) return undefined
  return { minutes: local - zone, seconds, fraction, zoned: true }
}

/** §3.2.7.3: `(('+' | '-') hh ':' mm) | 'Z'`, up to 14:00; in minutes, NaN if it is no time zone. */
function zoneOf(text: string, at: number): number {
  const sign = text.charCodeAt(at)
  if (sign === Z) return text.length === at + 1 ? 0 : NO_ZONE
  const hours = twoDigits(text, at + 1)
  const minutes = twoDigits(text, at + 4)
  const whole = text.length === at + 6 && text.charCodeAt(at + 3) === COLON
  if (!whole || hours < 0 || minutes < 0 || minutes > 59) return NO_ZONE
  const offset = hours * 60 + minutes
  if (offset > 14 * 60 || (sign !== PLUS && sign !== MINUS)) return NO_ZONE
  return sign === MINUS ? -offset : offset
}

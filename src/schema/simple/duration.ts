/** `duration` (§3.2.6): months and seconds, which are ordered only as far as the calendar does not matter. */
import { DOT, endOfDigits, MINUS, withoutZeros } from './digits.js'
import type { Order } from './order.js'

/** In their order: those of the date, and behind `T` those of the time. */
const DESIGNATORS = 'YMDHMS'
const HOURS = 3
const SECONDS = 5

/** Digits of one number that are read: what a big integer takes grows faster than they do. */
const MAX_DIGITS = 1000

/** The numbers by their designators, and the fraction of the seconds. */
interface Numbers {
  readonly integers: readonly string[]
  readonly fraction: string
}

export function isDuration(text: string): boolean {
  return numbersOf(text) !== undefined
}

/** `PnYnMnDTnHnMnS`; undefined for a text that is not in the lexical space. */
function numbersOf(text: string): Numbers | undefined {
  const integers = ['0', '0', '0', '0', '0', '0']
  let fraction = ''
  let at = text.charCodeAt(0) === MINUS ? 1 : 0
  if (text[at] !== 'P') return undefined
  at += 1
  let [next, beyond] = [0, HOURS]
  // "at least one number and its designator must be present"; "The designator 'T' must be absent if and
  // only if all of the time items are absent".
  let wanting = true
  while (at < text.length) {
    if (beyond === HOURS && text[at] === 'T') {
      next = HOURS
      beyond = DESIGNATORS.length
      wanting = true
      at += 1
      continue
    }
    const point = endOfDigits(text, at)
    const end = text.charCodeAt(point) === DOT ? endOfDigits(text, point + 1) : point
    if (point === at || end === point + 1 || end === text.length) return undefined
    const index = DESIGNATORS.indexOf(text.charAt(end), next)
    if (index === -1 || index >= beyond || (end > point && index !== SECONDS)) return undefined
    if (point - at > MAX_DIGITS || end - point - 1 > MAX_DIGITS) return undefined
    integers[index] = text.slice(at, point)
    fraction = withoutZeros(text, point + 1, end)
    next = index + 1
    wanting = false
    at = end + 1
  }
  return wanting ? undefined : { integers, fraction }
}

export interface Duration {
  readonly months: bigint
  /** Times 10 to the power of `digits`. */
  readonly seconds: bigint
  /** Of the fraction of the seconds, of which the last is no zero. */
  readonly digits: number
}

/** Reads a text that is valid. */
export function durationOf(text: string): Duration {
  const numbers = numbersOf(text)
  if (!numbers) throw new TypeError(`${text} is no duration`)
  const [years = 0n, months = 0n, days = 0n, hours = 0n, minutes = 0n, seconds = 0n] =
    numbers.integers.map(BigInt)
  const sign = text.charCodeAt(0) === MINUS ? -1n : 1n
  const digits = numbers.fraction.length
  const whole = ((days * 24n + hours) * 60n + minutes) * 60n + seconds
  const fraction = digits === 0 ? 0n : BigInt(numbers.fraction)
  return {
    months: sign * (years * 12n + months),
    seconds: sign * (whole * 10n ** BigInt(digits) + fraction),
    digits,
  }
}

export function durationKey({ months, seconds, digits }: Duration): string {
  return `${months.toString(16)} ${seconds.toString(16)}/${digits}`
}

/** §3.2.6.2: 1696-09-01, 1697-02-01, 1903-03-01 and 1903-07-01, as months since the year 0. */
const REFERENCES = [1696n * 12n + 8n, 1697n * 12n + 1n, 1903n * 12n + 2n, 1903n * 12n + 6n]

/** "x < y iff s+x < s+y for each qualified dateTime s in the list". */
export function compareDurations(one: Duration, other: Duration): Order {
  if (one.months === other.months) return compareAt(0n, one, other)
  const [first = 0, ...rest] = REFERENCES.map((start) => compareAt(start, one, other))
  return rest.every((order) => order === first) ? first : Number.NaN
}

function compareAt(start: bigint, one: Duration, other: Duration): Order {
  const digits = Math.max(one.digits, other.digits)
  const difference = endOf(start, one, digits) - endOf(start, other, digits)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** When a duration ends that begins on the first of a month; times 10 to the power of `digits`. */
function endOf(start: bigint, duration: Duration, digits: number): bigint {
  const seconds = duration.seconds * 10n ** BigInt(digits - duration.digits)
  return daysBefore(start + duration.months) * 86_400n * 10n ** BigInt(digits) + seconds
}

const DAYS_BEFORE = [0n, 31n, 59n, 90n, 120n, 151n, 181n, 212n, 243n, 273n, 304n, 334n]

function daysBefore(months: bigint): bigint {
  const month = Number(((months % 12n) + 12n) % 12n)
  const year = (months - BigInt(month)) / 12n
  // The leap days before March belong to the years before.
  const last = month < 2 ? year - 1n : year
  const leaps = floored(last, 4n) - floored(last, 100n) + floored(last, 400n)
  return year * 365n + leaps + (DAYS_BEFORE[month] ?? 0n)
}

function floored(number: bigint, by: bigint): bigint {
  const quotient = number / by
  return number < 0n && quotient * by !== number ? quotient - 1n : quotient
}

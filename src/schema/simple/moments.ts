/** Points in time by their values, and their order (§3.2.7.4): one without a time zone may be up to 14 hours off. */
import { dayNumber } from './calendar.js'
import { NO_ZONE, type Parts, readMoment } from './moment.js'
import { compareTexts, type Order } from './order.js'

const NONE: Parts = { year: false, month: false, day: false, time: false }

/** The parts of each type. */
export const PARTS = {
  dateTime: { year: true, month: true, day: true, time: true },
  time: { ...NONE, time: true },
  date: { ...NONE, year: true, month: true, day: true },
  gYearMonth: { ...NONE, year: true, month: true },
  gYear: { ...NONE, year: true },
  gMonthDay: { ...NONE, month: true, day: true },
  gDay: { ...NONE, day: true },
  gMonth: { ...NONE, month: true },
} as const satisfies Readonly<Record<string, Parts>>

/** A point in time, in UTC if there is a time zone. */
export interface Instant {
  /** From a minute that is the same for all. */
  readonly minutes: number
  readonly seconds: number
  /** Digits behind the point, of which the last is no zero. */
  readonly fraction: string
  readonly zoned: boolean
}

const DAY = 24 * 60

/** Of a text that is valid. */
export function instantOf(text: string, parts: Parts): Instant {
  const moment = readMoment(text, parts)
  if (!moment) throw new TypeError(`${text} is no point in time`)
  const { year, month, day, minutes, seconds, fraction, zone } = moment
  // §3.2.7.1: 24:00:00 is "the first instant of the following day"; of `time` (§3.2.8), which recurs every
  // day, it is 00:00:00.
  const recurring = minutes === DAY && !parts.day
  const local = dayNumber(year, month, day) * DAY + (recurring ? 0 : minutes)
  const zoned = zone !== NO_ZONE
  return { minutes: zoned ? local - zone : local, seconds, fraction, zoned }
}

export function instantKey({ minutes, seconds, fraction, zoned }: Instant): string {
  return `${zoned ? 'UTC' : 'local'} ${minutes}:${seconds}.${fraction}`
}

const MAX_ZONE_MINUTES = 14 * 60

export function compareInstants(one: Instant, other: Instant): Order {
  if (one.zoned === other.zoned) return compareShifted(one, other, 0)
  return one.zoned ? compareWithLocal(one, other) : -compareWithLocal(other, one)
}

/**
 * "P < Q if P < (Q with time zone +14:00)"; "P > Q if P > (Q with time zone -14:00)"; "P <> Q otherwise,
 * that is, if (Q with time zone +14:00) < P < (Q with time zone -14:00)".
 */
function compareWithLocal(zoned: Instant, local: Instant): Order {
  if (compareShifted(zoned, local, -MAX_ZONE_MINUTES) < 0) return -1
  return compareShifted(zoned, local, MAX_ZONE_MINUTES) > 0 ? 1 : Number.NaN
}

/** @param by  minutes that the second one is later than it says */
function compareShifted(one: Instant, other: Instant, by: number): Order {
  return (
    one.minutes - (other.minutes + by) ||
    one.seconds - other.seconds ||
    compareTexts(one.fraction, other.fraction)
  )
}

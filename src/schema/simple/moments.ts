/** The order of points in time (§3.2.7.4): one without a time zone may be up to 14 hours off. */
import { type Moment, type Parts, readMoment } from './moment.js'
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

/** Reads a text that is valid. */
export function momentOf(text: string, parts: Parts): Moment {
  const moment = readMoment(text, parts)
  if (!moment) throw new TypeError(`${text} is no point in time`)
  return moment
}

export function momentKey({ minutes, seconds, fraction, zoned }: Moment): string {
  return `${zoned ? 'UTC' : 'local'} ${minutes}:${seconds}.${fraction}`
}

const MOST_ZONE = 14 * 60

export function compareMoments(one: Moment, other: Moment): Order {
  if (one.zoned === other.zoned) return compareShifted(one, other, 0)
  return one.zoned ? compareWithLocal(one, other) : -compareWithLocal(other, one)
}

/**
 * "P < Q if P < (Q with time zone +14:00)"; "P > Q if P > (Q with time zone -14:00)"; "P <> Q otherwise,
 * that is, if (Q with time zone +14:00) < P < (Q with time zone -14:00)".
 */
function compareWithLocal(zoned: Moment, local: Moment): Order {
  if (compareShifted(zoned, local, -MOST_ZONE) < 0) return -1
  return compareShifted(zoned, local, MOST_ZONE) > 0 ? 1 : Number.NaN
}

/** @param by  minutes that the second one is later than it says */
function compareShifted(one: Moment, other: Moment, by: number): Order {
  return (
    one.minutes - (other.minutes + by) ||
    one.seconds - other.seconds ||
    compareTexts(one.fraction, other.fraction)
  )
}

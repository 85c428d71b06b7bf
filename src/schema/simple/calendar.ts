/** Days of the Gregorian calendar, on both sides of the year 1, without a year 0. */

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const BEFORE = DAYS.map((_, month) => DAYS.slice(0, month).reduce((sum, days) => sum + days, 0))
const DAYS_IN_400_YEARS = 146_097

/** Appendix E, `maximumDayInMonthFor`. @param month  from 1 */
export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Days from a day that is the same for all dates to this one. */
export function dayNumber(year: number, month: number, day: number): number {
  const before = (BEFORE[month - 1] ?? 0) + (month > 2 && isLeap(year) ? 1 : 0)
  // §3.2.7.1: "The year 0000 is prohibited": the year before 1 is -1, so the days of a year 0 are taken back.
  const missing = year < 0 ? 366 : 0
  return daysBeforeYear(year) + missing + before + day
}

function daysBeforeYear(year: number): number {
  const cycle = Math.floor(year / 400)
  const rest = year - cycle * 400
  const leaps = Math.floor((rest + 3) / 4) - Math.floor((rest + 99) / 100) + (rest > 0 ? 1 : 0)
  return cycle * DAYS_IN_400_YEARS + rest * 365 + leaps
}

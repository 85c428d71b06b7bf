/** Writes a date as XML Schema has it, in UTC. */
import type { Primitive } from '../components.js'

/** @returns undefined for an invalid date, and for a type that is no date */
export function writeDate(date: Date, primitive: Primitive | undefined): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  // `2026-11-22T08:00:00.000Z`; XML Schema has no sign and no leading zeros before a long year.
  const [day = '', time = ''] = date
    .toISOString()
    .replace(/^\+0*/, '')
    .replace(/^-00/, '-')
    .split('T')
  switch (primitive) {
    case 'dateTime':
      return `${day}T${time}`
    case 'date':
      return `${day}Z`
    case 'time':
      return time
    default:
      return undefined
  }
}

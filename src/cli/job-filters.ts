/** The options that say which jobs an operator means; the same for every command about jobs. */
import { type Command, InvalidArgumentError } from 'commander'
import type { JobQuery } from '../queue/admin.js'
import { WrongUsage } from './report-error.js'

export interface JobFilters {
  readonly operation?: string
  readonly to?: string
  readonly sender?: string
  readonly cause?: string
  readonly since?: number
  readonly until?: number
  readonly limit?: number
}

export function withJobFilters(command: Command): Command {
  return command
    .option('--operation <name>', 'its operation: {namespace}Name, or Name in any namespace')
    .option('--to <text>', 'part of the address it goes to')
    .option('--sender <text>', 'who sent it')
    .option('--cause <text>', 'part of why it failed')
    .option(
      '--since <time>',
      'accepted then or later: 2026-11-21T18:00Z, or 2h for so long ago',
      time,
    )
    .option('--until <time>', 'accepted before then', time)
    .option('--limit <number>', 'so many at most', limit)
}

/** What the options say, without `limit`; without a key if none is given. */
export function queryOf({ operation, to, sender, cause, since, until }: JobFilters): JobQuery {
  if (since !== undefined && until !== undefined && since >= until) {
    throw new WrongUsage('--since is not before --until')
  }
  return {
    ...(operation !== undefined && { operation }),
    ...(to !== undefined && { to }),
    ...(sender !== undefined && { sender }),
    ...(cause !== undefined && { cause }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  }
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const SPAN = /^(\d{1,9})([smhd])$/
const DATE = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** Milliseconds since 1970 of a date by ISO 8601, in UTC unless it says otherwise, or of a span ago. */
export function time(text: string): number {
  const [, amount, unit = ''] = SPAN.exec(text) ?? []
  if (amount !== undefined) return Date.now() - Number(amount) * (UNITS[unit] ?? 0)
  const [, day, clock, , , zone] = DATE.exec(text) ?? []
  const at = Date.parse(clock !== undefined && zone === undefined ? `${text}Z` : text)
  if (day === undefined || Number.isNaN(at) || !isDay(day)) {
    throw new InvalidArgumentError(
      'expected a date such as 2026-11-21 or 2026-11-21T18:00Z, or a span such as 15m, 2h or 7d',
    )
  }
  return at
}

/** Dates such as 30 February count as days of March for Date.parse. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function limit(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > 1_000_000) {
    throw new InvalidArgumentError('expected a number from 1 to 1000000')
  }
  return number
}

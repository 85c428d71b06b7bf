/** The options that choose jobs, the same for every command about jobs. */
import { type Command, InvalidArgumentError } from 'commander'
import { type JobQuery, readLimit, readMoment } from '../../store/queue/listing.js'
import { WrongUsage } from './wrong-usage.js'

export type JobFilters = Omit<JobQuery, 'state' | 'ids'>

export function withJobFilters<Of extends Command>(command: Of): Of {
  return command
    .option('--operation <name>', 'its operation: {namespace}Name, or Name in any namespace')
    .option('--to <text>', 'part of the address it goes to')
    .option('--sender <text>', 'who sent it')
    .option('--cause <text>', 'part of why it failed')
    .option(
      '--since <time>',
      'accepted then or later: 2026-11-21T18:00Z, or 2h for so long ago',
      argument(readMoment),
    )
    .option('--until <time>', 'accepted before then', argument(readMoment))
    .option('--limit <number>', 'so many at most', argument(readLimit))
}

/** Reads the argument of an option. @param read  throws a RangeError for what it cannot read */
export function argument<Value>(read: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return read(text)
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(error.message)
      throw error
    }
  }
}

/** What a command says of jobs. @param ids  none for jobs of any id */
export function queryOf(filters: JobFilters, ids: readonly string[]): JobQuery {
  const { operation, to, sender, cause, since, until, limit } = filters
  if (since !== undefined && until !== undefined && since >= until) {
    throw new WrongUsage('--since is not before --until')
  }
  return {
    ids: ids.length > 0 ? ids : undefined,
    operation,
    to,
    sender,
    cause,
    since,
    until,
    limit,
  }
}

/** True if anything is said that a job has, apart from its id. */
export function isFiltered({ ids: _, limit: __, ...words }: JobQuery): boolean {
  return Object.values(words).some((value) => value !== undefined)
}

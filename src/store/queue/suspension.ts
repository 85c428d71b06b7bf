/** Suspended and postponed jobs: when one goes on by itself, and when there are too many. */
import type { Postponement, Suspension } from './job.js'

/** The latest moment that has a date. */
const LATEST = 8_640_000_000_000_000

/**
 * @returns when it goes on by itself, in whole milliseconds since 1970
 * @throws RangeError if it would not
 */
export function endOf({ kind, until }: Suspension | Postponement): number {
  if (!Number.isFinite(until)) throw new RangeError(`a job cannot be ${kind} until ${until}`)
  return Math.min(Math.max(Math.ceil(until), 0), LATEST)
}

/** Why nothing is taken that may be suspended, for operators. */
export function tooManySuspended(count: number): string {
  return `${count} jobs wait for answers that are messages of their own`
}

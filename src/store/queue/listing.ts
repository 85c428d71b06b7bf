/** Jobs as operators list them: what is reported about each, and by which words they are asked for. */
import { wallTime } from '../../base/time.js'
import type { KeySeen } from '../../message/events/events.js'
import { parseClarkName } from '../../xml/tree.js'
import type { Job } from './job.js'

/** `delayed` ones wait for their next attempt, `suspended` ones for an answer that is a message of its own. */
export const LISTED_STATES = ['waiting', 'delayed', 'suspended', 'running', 'done', 'dead'] as const

export type ListedState = (typeof LISTED_STATES)[number]

export interface JobSummary {
  readonly id: string
  /** `direct`: what came of a run that a sender waited for on its connection. */
  readonly kind: Job['kind'] | 'direct' | 'unknown'
  readonly state: ListedState
  readonly operation: string | undefined
  readonly to: string | undefined
  readonly sender: string | undefined
  readonly messageId: string | undefined
  /** Business keys of its message, or of the one that it answers; undefined if there is none. */
  readonly keys: readonly KeySeen[] | undefined
  /** Milliseconds since 1970. */
  readonly accepted: number
  readonly ended: number | undefined
  readonly attempts: number
  /** Why the last attempt failed; of a suspended job, until when. */
  readonly cause: string | undefined
}

/** Which jobs are meant: those for which all holds that is said; the words are those of the commands. */
export interface JobQuery {
  /** One of these. */
  readonly state?: readonly ListedState[] | undefined
  readonly ids?: readonly string[] | undefined
  /** Name of the operation, in Clark notation or its local part. */
  readonly operation?: string | undefined
  /** Part of the address the message goes to. */
  readonly to?: string | undefined
  readonly sender?: string | undefined
  /** Part of the cause of failure. */
  readonly cause?: string | undefined
  /** Accepted at or after, and before, in milliseconds since 1970. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** So many at most. Default: `DEFAULT_LIMIT`. */
  readonly limit?: number | undefined
}

/** Jobs that were found by an id of their message. */
export interface Found {
  /** Newest first. */
  readonly jobs: readonly JobSummary[]
  /** How many jobs were looked at. */
  readonly looked: number
  /** False if there are older ones, which were not. */
  readonly all: boolean
}

export const DEFAULT_LIMIT = 100

/** By when they ended, those that have not by when they were accepted. */
export function newestFirst(jobs: readonly JobSummary[]): readonly JobSummary[] {
  return jobs.toSorted((one, two) => (two.ended ?? two.accepted) - (one.ended ?? one.accepted))
}

/** True if a job is one of those that are meant, whatever the limit. */
export function matches(job: JobSummary, query: JobQuery): boolean {
  const { state, ids, operation, to, sender, cause, since, until } = query
  return (
    (!state || state.includes(job.state)) &&
    (!ids || ids.includes(job.id)) &&
    (operation === undefined || isNamed(job.operation, operation)) &&
    (to === undefined || (job.to ?? '').includes(to)) &&
    (sender === undefined || job.sender === sender) &&
    (cause === undefined || (job.cause ?? '').includes(cause)) &&
    (since === undefined || job.accepted >= since) &&
    (until === undefined || job.accepted < until)
  )
}

function isNamed(name: string | undefined, wanted: string): boolean {
  return name !== undefined && (name === wanted || parseClarkName(name).local === wanted)
}

/** Reads a `state`. @throws RangeError that says what was expected, as the others do */
export function readState(text: string): ListedState {
  const state = LISTED_STATES.find((one) => one === text)
  if (!state) throw new RangeError(`expected one of ${LISTED_STATES.join(', ')}`)
  return state
}

/** Reads a `limit`. */
export function readLimit(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > 1_000_000) {
    throw new RangeError('expected a number from 1 to 1000000')
  }
  return number
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const SPAN = /^(\d{1,9})([smhd])$/
const DATE = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** Reads `since` and `until`: a date by ISO 8601, in UTC unless it says otherwise, or a span ago. */
export function readMoment(text: string): number {
  const [, amount, unit = ''] = SPAN.exec(text) ?? []
  if (amount !== undefined) return wallTime() - Number(amount) * (UNITS[unit] ?? 0)
  const [, day, clock, , , zone] = DATE.exec(text) ?? []
  const at = Date.parse(clock !== undefined && zone === undefined ? `${text}Z` : text)
  if (day === undefined || Number.isNaN(at) || !isDay(day)) {
    throw new RangeError(
      'expected a date such as 2026-11-21 or 2026-11-21T18:00Z, or a span such as 15m, 2h or 7d',
    )
  }
  return at
}

/** Dates such as 30 February count as days of March for Date.parse. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

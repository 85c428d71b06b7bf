/** The shapes that several resources have: jobs, entries of the journal, numbers of the queue. */
import { z } from 'zod'
import type { NodeEvent } from '../../../message/events/events.js'
import type { Captured, JournalEntry } from '../../../store/journal/journal.js'
import type { QueueStats } from '../../../store/queue/admin.js'
import {
  type JobSummary,
  LISTED_STATES,
  readLimit,
  readMoment,
} from '../../../store/queue/listing.js'
import { readPosition } from '../../../store/queue/page.js'
import type { ChangeView, DownView } from '../api.js'

const text = () => z.string()
export const moment = () => z.int().describe('Milliseconds since 1970.')
/** A value that may be missing. */
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional()

export const listening = z.array(z.object({ transport: text(), urls: z.array(text()) }))

export const queueStats = z.object({
  backend: text(),
  paused: z.boolean(),
  waiting: z.int(),
  delayed: z.int(),
  suspended: z.int(),
  running: z.int(),
  done: z.int(),
  dead: z.int(),
  oldest: maybe(z.number().describe('Milliseconds that the oldest job has waited.')),
  oldestUndelivered: maybe(
    z
      .number()
      .describe('Milliseconds since the oldest was accepted that waits, is delayed or runs.'),
  ),
  attachmentBytes: maybe(z.int().describe('Bytes of attachments that the embedded queue keeps.')),
}) satisfies z.ZodType<Partial<QueueStats>>

const keys = z
  .array(
    z.union([
      z.object({ name: text(), value: text() }),
      z.object({ name: text(), hash: text().describe('Of a value that is never shown.') }),
    ]),
  )
  .describe('Business keys of the message, as journal.keys has them.')

export const job = z.object({
  id: text(),
  kind: z.enum(['invoke', 'send', 'forward', 'answer', 'direct', 'unknown']),
  state: z.enum(LISTED_STATES),
  operation: maybe(text()),
  to: maybe(text()),
  sender: maybe(text()),
  messageId: maybe(text()),
  keys: maybe(keys),
  accepted: moment(),
  ended: maybe(moment()),
  attempts: z.int(),
  cause: maybe(text()),
}) satisfies z.ZodType<Partial<JobSummary>>

const EVENTS = [
  'exchange',
  'job',
  'breaker',
  'refused',
  'connection',
  'opinion',
  'action',
] as const satisfies readonly NodeEvent['event'][]

export const entry = z.object({
  key: text(),
  at: moment(),
  node: text(),
  event: z
    .looseObject({ event: z.enum(EVENTS) })
    .describe('An event, with the fields that docs/operating.md lists.'),
}) satisfies z.ZodType<Pick<JournalEntry, 'key' | 'at' | 'node'>>

export const captured = z.object({
  exchange: text(),
  at: moment(),
  node: text(),
  direction: z.enum(['received', 'answered', 'sent']),
  envelope: text(),
}) satisfies z.ZodType<Captured>

export const journalStats = z.object({
  entries: z.int(),
  bytes: z.int(),
  oldest: maybe(moment()),
  lost: z.int(),
})

/** A destination that gets no message now. */
export const down = z.object({
  destination: text(),
  url: text().describe('Without its user and password.'),
  state: z.enum(['circuit open', 'paused']),
}) satisfies z.ZodType<DownView>

export const change = z.object({
  done: z.array(text()),
  failed: z.array(z.object({ id: text(), why: text() })),
  findings: z.array(text()),
  replacedBy: maybe(text()),
  next: maybe(
    text().describe('Of a filter: `after` of the next request; missing once all are done.'),
  ),
  down: z.array(down).describe('Destinations of `done` that get no message now.'),
}) satisfies z.ZodType<Partial<ChangeView>>

export const certificate = z.object({
  location: z.string(),
  subject: z.string(),
  issuer: z.string(),
  from: z.number(),
  until: z.number(),
  fingerprint: z.string(),
})

/** A number for each step, oldest first. */
export const numbers = () => z.array(z.number().nullable())

/** Words that a list is asked for by; each is bounded, as all that comes is. */
export const word = (most = 1_000) => z.string().min(1).max(most).optional()

/** A date by ISO 8601, a span such as `15m` ago, or milliseconds since 1970. */
export const since = () =>
  z
    .string()
    .max(40)
    .transform((value, { issues }) =>
      read(value, issues, (text) => (/^\d{11,15}$/.test(text) ? Number(text) : readMoment(text))),
    )
    .optional()
    .describe('A date such as 2026-11-21T18:00Z, a span such as 15m or 2h, or milliseconds.')

export const limit = (most: number) =>
  z
    .string()
    .max(10)
    .transform((value, { issues }) => read(value, issues, readLimit))
    .pipe(z.number().max(most))
    .optional()
    .describe(`So many at most; ${most} is the bound.`)

/** Where a page of jobs goes on. */
export const position = () =>
  z
    .string()
    .max(4_000)
    .transform((value, { issues }) => read(value, issues, readPosition))
    .optional()
    .describe('`next` of the page before.')

/** Of a question that other nodes can be asked as well. */
export const own = z
  .enum(['true', 'false'])
  .default('false')
  .transform((word) => word === 'true')
  .describe('Asks this node only, and none of journal.nodes.')

/** A node that did not answer. */
export const away = z.object({ name: text(), why: text() })

function read<Value>(
  value: string,
  issues: z.core.$ZodRawIssue[],
  reader: (text: string) => Value,
): Value {
  try {
    return reader(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    issues.push({ code: 'custom', input: value, message: error.message })
    return z.NEVER
  }
}

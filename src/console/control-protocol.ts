/** What the control socket speaks: each thing that an operator asks of the queue, and its answer, as JSON. */
import { z } from 'zod'
import type { JobDetail, JobQuery, JobSummary, QueueStats } from '../queue/queue.js'

const states = z.enum(['waiting', 'delayed', 'running', 'done', 'dead'])
const count = z.int().min(0)
const text = z.string()

/** A value that is not there is null in JSON, and a key with `undefined` here. */
const orNothing = <Value>(schema: z.ZodType<Value>) =>
  schema.nullable().transform((value) => value ?? undefined)

export const nothing = z.strictObject({})

export const oneJob = z.strictObject({ id: text })

export const jobQuery: z.ZodType<JobQuery> = z.strictObject({
  states: z.array(states).exactOptional(),
  ids: z.array(text).exactOptional(),
  operation: text.exactOptional(),
  to: text.exactOptional(),
  sender: text.exactOptional(),
  cause: text.exactOptional(),
  since: z.number().exactOptional(),
  until: z.number().exactOptional(),
  limit: z.int().min(1).exactOptional(),
})

export const queueStats: z.ZodType<QueueStats> = z.object({
  backend: text,
  paused: z.boolean(),
  waiting: count,
  delayed: count,
  running: count,
  done: count,
  dead: count,
  oldest: orNothing(z.number()),
})

const summary = z.object({
  id: text,
  kind: z.enum(['invoke', 'send', 'forward', 'answer', 'unknown']),
  state: states,
  operation: orNothing(text),
  to: orNothing(text),
  sender: orNothing(text),
  messageId: orNothing(text),
  accepted: z.number(),
  ended: orNothing(z.number()),
  attempts: count,
  cause: orNothing(text),
})

export const jobSummaries: z.ZodType<readonly JobSummary[]> = z.array(summary)

export const jobDetail: z.ZodType<JobDetail | undefined> = orNothing(
  summary.extend({
    body: text,
    history: z.array(z.object({ attempt: count, at: z.number(), node: text, cause: text })),
  }),
)

export const change = z.enum(['done', 'not-dead', 'unknown'])

/** The answer to pausing and resuming. */
export const done = z.null().transform(() => undefined)

/** What every answer with status 200 is. */
export const result = z.object({ result: z.unknown() })

/** What every other answer is. */
export const failure = z.object({ error: text })

/** Jobs, plans and results for the tests of queues. */
import { randomUUID } from 'node:crypto'
import type { QueueStats } from '../../src/store/queue/admin.js'
import type { BlobStore } from '../../src/store/queue/blobs.js'
import type { AnswerJob, ForwardJob, Job, JobResult, RetryPlan } from '../../src/store/queue/job.js'
import type { JobSummary } from '../../src/store/queue/listing.js'
import {
  type JobQueue,
  type JobWorker,
  QueueFull,
  type RunJob,
  type WorkOptions,
} from '../../src/store/queue/queue.js'
import { PATIENCE } from './waiting.js'

type InvokeJob = Extract<Job, { kind: 'invoke' }>

/** A body that is given as text is its bytes in UTF-8. */
export function jobOf({
  body,
  ...parts
}: Partial<Omit<InvokeJob, 'body'>> & { readonly body?: string | Uint8Array } = {}): Job {
  return {
    kind: 'invoke',
    id: randomUUID(),
    accepted: Date.now(),
    body: bytesOf(body ?? '<a xmlns="urn:x">\u00e4\u{1f600}</a>'),
    soap: '1.1',
    label: {},
    origin: { transport: 'memory', peer: {} },
    answerHeaders: [],
    ...parts,
  }
}

export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

export function decoded(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString('utf8')
}

/** The same with plain bytes wherever it holds some, so that jobs can be compared. */
export function comparable(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const defined = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(defined.map(([key, one]) => [key, comparable(one)]))
}

/** The job that holds a key, for which another is added if none does. */
export async function holderOf(
  queue: JobQueue,
  key: string,
  id: string = randomUUID(),
): Promise<string> {
  return (await queue.add(jobOf({ id, claim: { key, digest: 'other' } }), planOf())).id
}

export function forwardOf(parts: Partial<ForwardJob> = {}): ForwardJob {
  return {
    kind: 'forward',
    id: 'forwarded',
    accepted: Date.now(),
    body: bytesOf('<a xmlns="urn:x"/>'),
    soap: '1.2',
    label: { to: 'mailto:b@example.com' },
    to: 'mailto:b@example.com',
    destination: 'next',
    answerHeaders: [],
    marks: { hops: 1 },
    origin: { transport: 'smtp', peer: { address: '192.0.2.7' } },
    answerTime: 60_000,
    answerNeeded: true,
    ...parts,
  }
}

/** Brings the report that what `forwardOf` makes has not arrived, unless it is told otherwise. */
export function answerOf(parts: Partial<AnswerJob> = {}): AnswerJob {
  return {
    kind: 'answer',
    id: 'forwarded-answer',
    accepted: Date.now(),
    body: new Uint8Array(),
    soap: '1.2',
    label: {},
    of: 'forwarded',
    report: { status: '5.1.1', text: 'nobody \u00e4', delayed: false },
    ...parts,
  }
}

/** Tries once, unless it is told otherwise. */
export function planOf(parts: Partial<RetryPlan> = {}): RetryPlan {
  return { attempts: 1, delay: 1, maxDelay: 10, timeLimit: 30_000, ...parts }
}

export const ACCEPTED: JobResult = { kind: 'accepted' }

export function replyOf(body: string): JobResult {
  return { kind: 'reply', message: { body, soap: '1.2', action: 'urn:x' } }
}

/** Works until the test is over. */
export async function working(
  t: { teardown(clean: () => Promise<void>): void },
  queue: JobQueue,
  run: RunJob,
  options: Partial<WorkOptions> = {},
): Promise<JobWorker> {
  const worker = await queue.work(run, {
    concurrency: 10,
    abandoned: async () => undefined,
    ...options,
  })
  t.teardown(() => worker.close(AbortSignal.abort()))
  return worker
}

/** A promise with its key outside. */
export function gate<Value = void>(): {
  readonly opened: Promise<Value>
  readonly open: (value: Value) => void
} {
  let open: (value: Value) => void = () => undefined
  const opened = new Promise<Value>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Ends the waiting of a test that would hang otherwise. */
export const soon = (): AbortSignal => AbortSignal.timeout(PATIENCE)

/** True if the queue takes a job, false if it is full. */
export async function takes(queue: JobQueue, id?: string): Promise<boolean> {
  try {
    await queue.add(jobOf(id === undefined ? {} : { id }), planOf())
    return true
  } catch (error) {
    if (error instanceof QueueFull) return false
    throw error
  }
}

/** Waits until so many jobs have ended, and lists them, the first to end first. */
export async function endedJobs(queue: JobQueue, count = 1): Promise<readonly JobSummary[]> {
  let ended: readonly JobSummary[] = []
  await until(async () => {
    ended = await queue.admin.list({ state: ['done', 'dead'] })
    return ended.length >= count
  })
  return ended.toReversed()
}

/** True if nothing waits, runs, or is put off. */
export const isIdle = ({ waiting, delayed, suspended, running }: QueueStats) =>
  waiting + delayed + suspended + running === 0

/** Looks until it is so; for what a queue learns by looking now and then. @param patience  milliseconds, more for much work */
export async function until(
  condition: () => Promise<boolean> | boolean,
  patience = PATIENCE,
): Promise<void> {
  const deadline = Date.now() + patience
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not so in time: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Where no attachment is kept. */
export function noBlobs(): BlobStore {
  const never = async () => {
    throw new Error('no attachment is kept here')
  }
  return { begin: never, put: never, get: async () => undefined, discard: async () => undefined }
}

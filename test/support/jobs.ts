/** Jobs, plans and results for the tests of queues. */
import { randomUUID } from 'node:crypto'
import type { AnswerJob, ForwardJob, Job, JobResult, RetryPlan } from '../../src/queue/job.js'
import { type JobQueue, QueueFull, type RunJob, type WorkOptions } from '../../src/queue/queue.js'

export function jobOf(parts: Partial<Extract<Job, { kind: 'invoke' }>> = {}): Job {
  return {
    kind: 'invoke',
    id: randomUUID(),
    accepted: Date.now(),
    body: '<a xmlns="urn:x">\u00e4\u{1f600}</a>',
    soap: '1.1',
    label: {},
    transport: 'memory',
    peer: {},
    answerHeaders: [],
    ...parts,
  }
}

export function forwardOf(parts: Partial<ForwardJob> = {}): ForwardJob {
  return {
    kind: 'forward',
    id: 'forwarded',
    accepted: Date.now(),
    body: '<a xmlns="urn:x"/>',
    soap: '1.2',
    label: { to: 'mailto:b@example.com' },
    to: 'mailto:b@example.com',
    destination: 'next',
    answerHeaders: [],
    marks: { hops: 1 },
    transport: 'smtp',
    peer: { address: '192.0.2.7' },
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
    body: '',
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
): Promise<void> {
  const worker = await queue.work(run, {
    concurrency: 10,
    abandoned: async () => undefined,
    ...options,
  })
  t.teardown(() => worker.close(AbortSignal.abort()))
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
export const soon = (milliseconds = 20_000): AbortSignal => AbortSignal.timeout(milliseconds)

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

/** Looks until it is so; for what a queue learns by looking now and then. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not so within 20 s: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

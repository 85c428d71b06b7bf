/** Jobs, plans and results for the tests of queues. */
import { randomUUID } from 'node:crypto'
import type { Job, JobResult, RetryPlan } from '../../src/queue/job.js'
import type { JobQueue, RunJob, WorkOptions } from '../../src/queue/queue.js'

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

/** Looks until it is so; for what a queue learns by looking now and then. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not so within 20 s: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

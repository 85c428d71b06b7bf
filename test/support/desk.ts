/** A queue in memory with jobs that have ended in known ways, behind a control socket. */
import { ControlListener } from '../../src/console/control-listener.js'
import { FinalFailure, type InvokeJob, type Job, type SendJob } from '../../src/queue/job.js'
import { MemoryQueue } from '../../src/queue/memory-queue.js'
import type { JobQueue, QueueDesk } from '../../src/queue/queue.js'
import { soap11 } from './envelopes.js'

interface Teardown {
  teardown(clean: () => Promise<void>): void
}

export const ACCEPTED = Date.UTC(2026, 10, 21, 2, 30)

export function invokeJob(id: string, job: Partial<InvokeJob> = {}): InvokeJob {
  return {
    kind: 'invoke',
    id,
    accepted: ACCEPTED,
    body: soap11(`<l:Record xmlns:l="urn:example:ledger"><l:id>${id}</l:id></l:Record>`),
    soap: '1.1',
    label: { operation: '{urn:example:ledger}Record', sender: '192.0.2.7' },
    transport: 'http',
    peer: { address: '192.0.2.7' },
    answerHeaders: [],
    ...job,
  }
}

export function sendJob(id: string, to: string, job: Partial<SendJob> = {}): SendJob {
  return {
    kind: 'send',
    id,
    accepted: ACCEPTED,
    body: soap11('<l:RecordResponse xmlns:l="urn:example:ledger"/>'),
    soap: '1.1',
    label: { to },
    to,
    guarded: true,
    purpose: 'reply',
    ...job,
  }
}

export const PLAN = { attempts: 2, delay: 1, maxDelay: 1, timeLimit: 5_000 }

/** A queue without a worker: what is added waits. */
export function memoryQueue(t: Teardown): MemoryQueue {
  const queue = new MemoryQueue({ node: 'urn:test:node' })
  t.teardown(() => queue.close())
  return queue
}

/** Adds jobs, has each fail for good with its cause, and takes no more jobs afterwards. */
export async function kill(
  queue: JobQueue,
  jobs: readonly (readonly [Job, string])[],
): Promise<void> {
  const causes = new Map(jobs.map(([{ id }, cause]) => [id, cause]))
  const worker = await queue.work(
    async ({ id }) => {
      throw new FinalFailure(causes.get(id) ?? 'no cause')
    },
    { concurrency: 1, abandoned: async () => undefined },
  )
  for (const [job] of jobs) await queue.add(job, PLAN)
  for (const [{ id }] of jobs) await queue.ended(id, AbortSignal.timeout(10_000))
  await worker.close(AbortSignal.abort())
}

/** Has a desk answer on the control socket of a folder. */
export async function controlled(
  t: Teardown,
  stateDir: string,
  desk: QueueDesk,
  errors: object[] = [],
): Promise<ControlListener> {
  const listener = new ControlListener(stateDir, desk, {
    error: (fields) => errors.push(fields),
  })
  await listener.listen()
  t.teardown(() => listener.close(AbortSignal.abort()))
  return listener
}

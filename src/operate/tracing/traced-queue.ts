/** A queue whose jobs have a span for being added, which the spans of their attempts are children of. */
import { SpanKind } from '@opentelemetry/api'
import type { Traceparent } from '../../message/traceparent.js'
import type { DirectRun, Job, RetryPlan } from '../../store/queue/job.js'
import type { JobQueue, RunJob, Until, WorkOptions } from '../../store/queue/queue.js'
import { ofJob } from './attributes.js'
import type { Spans } from './spans.js'
import { traceOf } from './trace-of.js'

export class TracedQueue implements JobQueue {
  readonly #queue: JobQueue
  readonly #spans: Spans

  constructor(queue: JobQueue, spans: Spans) {
    this.#queue = queue
    this.#spans = spans
  }

  add(job: Job, plan: RetryPlan): ReturnType<JobQueue['add']> {
    const added = {
      name: `queue ${job.kind}`,
      kind: SpanKind.PRODUCER,
      attributes: { ...ofJob(job), ...SENDS },
    }
    return this.#spans.within(added, (span) => this.#queue.add(inTrace(job, traceOf(span)), plan))
  }

  begin(run: DirectRun): ReturnType<JobQueue['begin']> {
    return this.#queue.begin(run)
  }

  awaiting(key: string): ReturnType<JobQueue['awaiting']> {
    return this.#queue.awaiting(key)
  }

  find(id: string): ReturnType<JobQueue['find']> {
    return this.#queue.find(id)
  }

  ended(id: string, signal: AbortSignal, until?: Until): ReturnType<JobQueue['ended']> {
    return this.#queue.ended(id, signal, until)
  }

  resume(id: string): ReturnType<JobQueue['resume']> {
    return this.#queue.resume(id)
  }

  wake(way: string): Promise<void> {
    return this.#queue.wake(way)
  }

  pauseOf(destination: string | undefined): ReturnType<JobQueue['pauseOf']> {
    return this.#queue.pauseOf(destination)
  }

  remember(keys: readonly string[], until: number): Promise<boolean> {
    return this.#queue.remember(keys, until)
  }

  forget(keys: readonly string[]): Promise<void> {
    return this.#queue.forget(keys)
  }

  head(name: string): Promise<string | undefined> {
    return this.#queue.head(name)
  }

  keepHead(name: string, before: string | undefined, value: string): Promise<boolean> {
    return this.#queue.keepHead(name, before, value)
  }

  work(run: RunJob, options: WorkOptions): ReturnType<JobQueue['work']> {
    return this.#queue.work(run, options)
  }

  probe(): Promise<void> {
    return this.#queue.probe()
  }

  get problem(): string | undefined {
    return this.#queue.problem
  }

  get available(): boolean {
    return this.#queue.available
  }

  get status(): string {
    return this.#queue.status
  }

  get doubt(): JobQueue['doubt'] {
    return this.#queue.doubt
  }

  get admin(): JobQueue['admin'] {
    return this.#queue.admin
  }

  close(): Promise<void> {
    return this.#queue.close()
  }
}

const SENDS = { 'messaging.operation.name': 'add', 'messaging.operation.type': 'send' } as const

export function inTrace(job: Job, trace: Traceparent): Job {
  switch (job.kind) {
    case 'invoke':
      return { ...job, origin: { ...job.origin, trace } }
    case 'forward':
      return { ...job, marks: { ...job.marks, trace } }
    case 'send':
    case 'answer':
      return { ...job, trace }
  }
}

/** Runs a job from the queue, and settles it. */
import { monotonicTime } from '../../base/time.js'
import type { JobSettled } from '../../message/events/events.js'
import { traceIdOf } from '../../message/traceparent.js'
import { readFault } from '../../soap/read-fault.js'
import {
  type AnswerJob,
  FinalFailure,
  type ForwardJob,
  type InvokeJob,
  type Job,
  type JobResult,
  type Postponement,
  type Suspension,
  traceOfJob,
} from '../../store/queue/job.js'
import type { Attempt } from '../../store/queue/queue.js'
import { AttemptEnded } from '../../store/queue/running-attempt.js'
import type { Outcome } from '../../transport.js'
import { answer } from '../answer/answer.js'
import { refuse } from '../answer/refuse.js'
import { meaningOf } from '../answer/unfinished.js'
import { captureSent, emitEnd } from '../events/emit-end.js'
import type { OpenExchange } from '../exchange.js'
import { readAnswer } from '../forward/read-answer.js'
import { ADDRESSES } from '../lines.js'
import type { ProcessorParts } from '../parts/parts.js'
import { State } from '../state/state.js'
import type { StateView } from '../state/view.js'
import { forwardAgain } from './forward.js'
import { DestinationPaused, NotTried } from './not-tried.js'
import { type ResumedCall, resumeCall, resumePassage } from './resume.js'
import { send } from './send.js'
import { causeOf, resultOf, settleFailure } from './settle.js'

/** The path of every message, the same as without the queue. */
export type Path = (state: State<'arrival'>, exchange: OpenExchange) => Promise<Outcome>

/**
 * @throws FinalFailure if a retry would fail again
 * @throws Error for a failure that the queue should retry
 */
export async function deliver(
  job: Job,
  attempt: Attempt,
  parts: ProcessorParts,
  path: Path,
): Promise<JobResult | Suspension | Postponement> {
  const running = { job, attempt, began: monotonicTime() }
  try {
    const result = await run(job, attempt, parts, path)
    // The result of an attempt that has been ended from outside is dropped.
    attempt.signal.throwIfAborted()
    const postponed = result.kind === 'postponed'
    const outcome = postponed || result.kind === 'suspended' ? result.kind : 'done'
    parts.observe(jobSettled(running, outcome, postponed ? result.cause : undefined))
    return result
  } catch (error) {
    if (error instanceof NotTried) {
      const { until, message: cause } = error
      parts.observe(jobSettled(running, 'postponed', cause))
      const paused = error instanceof DestinationPaused ? error.destination : undefined
      return { kind: 'postponed', until, cause, untried: true, paused }
    }
    const outcome = isDead(error, attempt) ? 'dead' : 'retry'
    parts.observe(jobSettled(running, outcome, causeOf(error)))
    throw error
  }
}

/** True if the queue makes a dead letter of the job; what is given back, or lost to another node, runs again. */
function isDead(error: unknown, { last, signal }: Attempt): boolean {
  if (!signal.aborted) return last || error instanceof FinalFailure
  return last && signal.reason instanceof AttemptEnded && signal.reason.by === 'late'
}

function run(
  job: Job,
  attempt: Attempt,
  parts: ProcessorParts,
  path: Path,
): Promise<JobResult | Suspension | Postponement> {
  switch (job.kind) {
    case 'invoke':
    case 'forward':
      return deliverMessage(job, attempt, parts, path)
    case 'send':
      return send(job, attempt, parts)
    case 'answer':
      return deliverAnswer(job, attempt, parts)
  }
}

/** A message whose job is run, and what runs it. */
function begun(job: InvokeJob | ForwardJob, attempt: Attempt, parts: ProcessorParts, path: Path) {
  if (job.kind === 'invoke') {
    const resumed = resumeCall(job, attempt, parts)
    return { ...resumed, act: () => path(resumed.state, resumed.exchange) }
  }
  const resumed = resumePassage(job, attempt, parts)
  return { ...resumed, act: () => forwardAgain(job, attempt, resumed, parts) }
}

/** Runs or sends a message of a peer, and sends the answer. */
async function deliverMessage(
  job: InvokeJob | ForwardJob,
  attempt: Attempt,
  parts: ProcessorParts,
  path: Path,
): Promise<JobResult | Suspension | Postponement> {
  const { state, exchange, act } = begun(job, attempt, parts, path)
  try {
    const acted = await act()
    if (acted.kind === 'suspended' || acted.kind === 'postponed') {
      captureSent(state, exchange, parts)
      return acted
    }
    const { outcome, envelope: answered } = await answer(acted, state, exchange, parts)
    emitEnd(state, exchange, { outcome: meaningOf(acted, exchange.id), answered }, parts)
    return resultOf(outcome)
  } catch (error) {
    if (error instanceof NotTried) throw error
    return settleFailure(error, { job, attempt, view: state, exchange }, parts)
  }
}

/**
 * Tells the sender of a job that became a dead letter without a last attempt, as when its node died every time.
 *
 * @param cause  for the log; no peer reads it
 */
export async function abandon(
  job: Job,
  cause: string,
  { follow, closeAfter }: Attempt,
  parts: ProcessorParts,
): Promise<void> {
  const began = monotonicTime()
  parts.observe(jobSettled({ job, attempt: undefined, began }, 'dead', cause))
  if (job.kind !== 'invoke' && job.kind !== 'forward') return
  const signal = AbortSignal.abort()
  const attempt = {
    number: 1,
    last: true,
    suspended: false,
    replayed: false,
    urgent: false,
    signal,
    follow,
    closeAfter,
  }
  const resumed =
    job.kind === 'invoke' ? resumeCall(job, attempt, parts) : resumePassage(job, attempt, parts)
  const { exchange } = resumed
  const view = job.kind === 'invoke' ? await addressed(resumed, job, parts) : resumed.state
  await answer(refuse(new Error(cause), view, exchange, parts), view, exchange, parts)
}

/** @throws Unreadable or SoapFault if the limits are lower now than when the message came */
async function addressed(
  { state, exchange }: ResumedCall,
  { label }: InvokeJob,
  parts: ProcessorParts,
): Promise<StateView> {
  const { arrival } = state.values
  const { message } = arrival
  if (message.kind !== 'envelope') throw new TypeError('the message of a job is an envelope')
  const admission = { publicOnly: false, peer: undefined }
  const task = { part: 'body', operation: label.operation } as const
  const addressing = new State({ arrival, message, admission, task })
  return addressing.through(ADDRESSES, exchange, parts)
}

/** The result of this job is the answer, where the resumed job finds it. */
async function deliverAnswer(
  job: AnswerJob,
  { last, signal }: Attempt,
  parts: ProcessorParts,
): Promise<JobResult> {
  const { queue, log } = parts
  const { of, report, soap, action, attachments, packaging } = job
  const found = await queue.resume(of)
  // The job is suspended after its message was sent; the answer may have come before that.
  if (found === 'active' && !last) throw new Error('the exchange does not wait for its answer yet')
  if (found === 'ended' || found === 'unknown') log(of).warn({ report }, 'an answer came too late')
  if (report) return { kind: 'undelivered', report }
  const envelope = await readAnswer(job, parts, signal)
  const message = { body: envelope.source, soap, action, attachments, packaging }
  const fault = readFault(envelope)
  return fault
    ? { kind: 'fault', message, code: fault.code ?? 'Server' }
    : { kind: 'reply', message }
}

/** A run of a job. */
interface JobRun {
  readonly job: Job
  /** Undefined for a job whose node died. */
  readonly attempt: Pick<Attempt, 'number' | 'suspended'> | undefined
  /** By `monotonicTime()`. */
  readonly began: number
}

function jobSettled(
  { job, attempt, began }: JobRun,
  outcome: JobSettled['outcome'],
  cause?: string,
): JobSettled {
  const { id, kind, label } = job
  return {
    event: 'job',
    job: id,
    kind,
    outcome,
    resumed: attempt?.suspended || undefined,
    exchange: exchangeIdOf(job),
    traceId: traceIdOf(traceOfJob(job)),
    messageId: label.messageId,
    operation: label.operation,
    keys: label.keys,
    to: label.to,
    attempt: attempt?.number,
    cause,
    ms: Math.round((monotonicTime() - began) * 10) / 10,
  }
}

/** The ids of the jobs of an exchange are its id with a suffix. */
function exchangeIdOf(job: Job): string {
  switch (job.kind) {
    case 'invoke':
    case 'forward':
      return job.id
    case 'send':
      return job.id.slice(0, -`-${job.purpose}`.length)
    case 'answer':
      return job.of
  }
}

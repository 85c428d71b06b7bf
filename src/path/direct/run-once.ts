/** Runs an operation under a claim: its outcome is durable before its sender gets it, whoever still waits. */
import type { FinalFailure, JobResult } from '../../store/queue/job.js'
import type { Holder } from '../../store/queue/queue.js'
import type { Outcome } from '../../transport.js'
import { refuse } from '../answer/refuse.js'
import type { OpenExchange } from '../exchange.js'
import type { Lines } from '../lines.js'
import { firstOf } from '../once/duplicate.js'
import type { ProcessorParts } from '../parts/parts.js'
import { failureOf } from '../state/failure.js'
import type { State } from '../state/state.js'
import type { Claimed, Enqueued, JudgedName, Verified } from '../state/values.js'
import type { StateView } from '../state/view.js'

/** What came of a run that threw: it is remembered as the outcome of the message. */
export class RunFailed extends Error {
  readonly outcome: Outcome

  constructor(cause: unknown, outcome: Outcome) {
    super('the run has failed, and its outcome is remembered', { cause })
    this.name = 'RunFailed'
    this.outcome = outcome
  }
}

/** The outcome of this run; or, if another has the claim by now, the id of that exchange. */
export type Ran = Outcome | { readonly kind: 'superseded'; readonly by: string }

interface Running {
  readonly judged: State<JudgedName | 'admission' | 'once'>
  readonly lines: Lines
}

/**
 * Only what the operation or a header handler itself threw opens the claim again: a later repetition runs, those that
 * wait get the same fault.
 *
 * @throws RunFailed with the fault that is the outcome
 * @throws QueueUnavailable if the outcome is not durable in time: it is kept as soon as that is possible
 */
export async function runOnce(
  { run, claim }: Extract<Claimed, { readonly kind: 'run' }>,
  running: Running,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Ran> {
  const { judged } = running
  const { verified } = judged.values
  const fault = (error: unknown) => faultOf(error, judged, exchange, parts)
  let ran = await runResult(running, exchange, parts, fault)
  const options = {
    open: ran.thrown !== undefined && judged.returned === undefined,
    unreadable: (error: FinalFailure) => {
      ran = { outcome: fault(error), thrown: { error } }
      return resultOf(ran.outcome, verified)
    },
  }
  const holder = await run.end(resultOf(ran.outcome, verified), options)
  if (holder) return { kind: 'superseded', by: await firstBy(holder) }
  if (ran.thrown) throw new RunFailed(ran.thrown.error, ran.outcome)
  return ran.outcome

  /** @throws SoapFault as to any repetition */
  async function firstBy(holder: Holder): Promise<string> {
    try {
      return await firstOf({ holder, claim }, judged.values, exchange, parts.queue)
    } catch (error) {
      throw failureOf(error).thrown
    }
  }
}

/** What a run came to: there is always something to remember. */
type Settled = Extract<Outcome, { readonly kind: 'reply' | 'fault' | 'accepted' }>

interface RunResult {
  readonly outcome: Settled
  readonly thrown?: { readonly error: unknown } | undefined
}

/** Once its operation has returned, the reply is written whoever still waits for it. */
async function runResult(
  { judged, lines }: Running,
  exchange: OpenExchange,
  parts: ProcessorParts,
  fault: (error: unknown) => Settled,
): Promise<RunResult> {
  try {
    const processed = await judged.through(lines.processed, exchange, parts)
    const invoked = await processed.through(lines.invoked, exchange, parts)
    exchange.outliveSender()
    const { outcome } = (await invoked.through(lines.replied, exchange, parts)).values
    if (!isSettled(outcome)) throw new Error(`an operation came to nothing: ${outcome.kind}`)
    return { outcome }
  } catch (error) {
    return { outcome: fault(error), thrown: { error } }
  }
}

function isSettled(outcome: Outcome | Enqueued): outcome is Settled {
  return outcome.kind === 'reply' || outcome.kind === 'fault' || outcome.kind === 'accepted'
}

/** Who repeats it gets the same: what would refuse this sender only is a fault like any other. */
function faultOf(
  error: unknown,
  view: StateView,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Settled {
  const refused = refuse(error, view, exchange, parts)
  if (isSettled(refused)) return refused
  const cause = new Error('what an operation needed was not there', { cause: error })
  const fault = refuse(cause, view, exchange, parts)
  if (!isSettled(fault)) throw cause
  return fault
}

/** It is kept as it is before it is sealed: it is sealed again each time it is sent. */
function resultOf(outcome: Settled, { sealing }: Verified): JobResult {
  switch (outcome.kind) {
    case 'reply':
      return { kind: 'reply', message: outcome.message, sealing }
    case 'fault':
      return { kind: 'fault', code: outcome.code, message: outcome.message, sealing }
    case 'accepted':
      return outcome
  }
}

/** What is done with a message that holds: it runs here, at once or later, is sent on, or is the answer to one of ours. */
import { ready, type Steps } from '../base/steps.js'
import type { Outcome } from '../transport.js'
import { carried } from './carried.js'
import { claim } from './claim.js'
import { type Awaited, type Enqueued, enqueue } from './enqueue.js'
import type { OpenExchange } from './exchange.js'
import { cutsOf } from './forward/cuts.js'
import { forward } from './forward/forward.js'
import { answerOf } from './forward/take-answer.js'
import type { Processed } from './headers.js'
import type { ProcessorParts } from './parts.js'
import type { Once } from './refuse-replay.js'
import { runOnce } from './run-once.js'
import { runsHow } from './runs-how.js'
import type { TimedSteps } from './timed-steps.js'

/** What is done with a message. */
export type Acting = Steps<Outcome | Enqueued | Repetition>

/** The outcome of an exchange that came first; if that is gone before it has one, `again` takes its place. */
export interface Repetition extends Awaited {
  readonly again: () => Acting
}

/** Runs the message, or finds who does, or did. */
export function* act(
  once: Once,
  steps: TimedSteps,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Acting {
  const claimed = yield* claim(once, exchange, parts)
  if (!claimed) return yield* process(once, steps, exchange, parts)
  if (claimed.kind === 'repetition') return repetition(claimed.first)
  const running = answered(once, steps, exchange, parts)
  const ran = yield* runOnce(claimed, running, once, exchange, parts)
  return ran.kind === 'superseded' ? repetition(ran.by) : ran

  function repetition(id: string): Repetition {
    const patience = parts.limits.operationTime
    return { kind: 'queued', id, patience, again: () => act(once, steps, exchange, parts) }
  }
}

function* process(
  once: Once,
  steps: TimedSteps,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Acting {
  const processed = yield* steps.processHeaders(once, exchange)
  const { route, call, envelope, message } = processed
  switch (route.role) {
    case 'returning':
      return answerOf(envelope, carried(message), cutsOf(processed), undefined, undefined)
    case 'intermediary':
      return yield* ready(forward(processed, route.onward, exchange, parts))
    case 'ultimate-receiver': {
      if (call && runsHow(processed, parts.policy) === 'queued') {
        return yield* ready(enqueue(processed, call, exchange, parts))
      }
      return yield* replied(processed, steps, exchange, parts)
    }
  }
}

/** Runs the header handlers and the operation of a message whose sender waits. */
function* answered(
  once: Once,
  steps: TimedSteps,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Outcome> {
  const processed = yield* steps.processHeaders(once, exchange)
  return yield* replied(processed, steps, exchange, parts)
}

function* replied(
  processed: Processed,
  { dispatch, reply }: TimedSteps,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Outcome> {
  const acted = yield* dispatch(processed, exchange, parts)
  return yield* reply(acted, processed, exchange, parts)
}

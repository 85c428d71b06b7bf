/** What is done with a message that holds: it runs here, at once or later, is sent on, or is the answer to one of ours. */
import { ready, type Steps } from '../../base/steps.js'
import type { Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { answerForJob } from '../forward/answer-of.js'
import type { Lines } from '../lines.js'
import { runsHow } from '../once/runs-how.js'
import { modeOf } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { State } from '../state/state.js'
import type { Awaited, Enqueued, JudgedName } from '../state/values.js'
import { relay } from './relay.js'
import { runOnce } from './run-once.js'

/** What is done with a message. */
export type Acting = Steps<Outcome | Enqueued | Repetition>

/** The outcome of an exchange that came first; if that is gone before it has one, `again` takes its place. */
export interface Repetition extends Awaited {
  readonly again: () => Acting
}

/** A message that holds. */
export type JudgedState = State<JudgedName | 'admission' | 'once'>

/** Runs the message, or finds who does, or did. */
export function* act(
  judged: JudgedState,
  lines: Lines,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Acting {
  const { claimed } = (yield* ready(judged.through(lines.claimed, exchange, parts))).values
  switch (claimed.kind) {
    case 'nothing':
      return yield* process(judged, lines, exchange, parts)
    case 'repetition':
      return repetition(claimed.first)
    case 'run': {
      const ran = yield* runOnce(claimed, { judged, lines }, exchange, parts)
      return ran.kind === 'superseded' ? repetition(ran.by) : ran
    }
  }

  function repetition(id: string): Repetition {
    const patience = parts.limits.operationTime
    return { kind: 'queued', id, patience, again: () => act(judged, lines, exchange, parts) }
  }
}

function* process(
  judged: JudgedState,
  lines: Lines,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Acting {
  const processed = yield* ready(judged.through(lines.processed, exchange, parts))
  const { route, valid, message } = processed.values
  switch (route.role) {
    case 'returning':
      return answerForJob(processed.values)
    case 'intermediary': {
      const passing = yield* ready(processed.through(lines.forwarded, exchange, parts))
      if (modeOf(route.onward, message) === 'relay') {
        return yield* relay(passing, lines, exchange, parts)
      }
      return (yield* ready(passing.through(lines.stored, exchange, parts))).values.outcome
    }
    case 'ultimate-receiver': {
      if (valid.call && runsHow(processed.values, parts.policy) === 'queued') {
        return (yield* ready(processed.through(lines.enqueued, exchange, parts))).values.outcome
      }
      const invoked = yield* ready(processed.through(lines.invoked, exchange, parts))
      return (yield* ready(invoked.through(lines.replied, exchange, parts))).values.outcome
    }
  }
}

/** What is done with a message that holds: it runs here, at once or later, is sent on, or is the answer to one of ours. */
import { type Pending, then } from '../../base/steps.js'
import { messageIdOf } from '../../soap/addressing/named-ids.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { Refused } from '../facts/refused.js'
import { answerForJob } from '../forward/answer-of.js'
import { passedOver, undelivered } from '../forward/next-node-failed.js'
import type { Lines } from '../lines.js'
import { runsHow } from '../once/runs-how.js'
import { modeOf, onwardOf } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { State } from '../state/state.js'
import type { Awaited, Enqueued, JudgedName } from '../state/values.js'
import { runOnce } from './run-once.js'
import { takeAnswer } from './take-answer.js'

/** What is done with a message. */
export type Acting = Pending<Outcome | Enqueued | Repetition>

/** The outcome of an exchange that came first; if that is gone before it has one, `again` takes its place. */
export interface Repetition extends Awaited {
  readonly again: () => Acting
}

/** A message that holds. */
export type JudgedState = State<JudgedName | 'admission' | 'once'>

/** Runs the message, or finds who does, or did. */
export function act(
  judged: JudgedState,
  lines: Lines,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Acting {
  return then(judged.through(lines.claimed, exchange, parts), ({ values: { claimed } }) => {
    switch (claimed.kind) {
      case 'nothing':
        return process(judged, lines, exchange, parts)
      case 'repetition':
        return repetition(claimed.first)
      case 'run':
        return runOnce(claimed, { judged, lines }, exchange, parts).then((ran) =>
          ran.kind === 'superseded' ? repetition(ran.by) : ran,
        )
    }
  })

  function repetition(id: string): Repetition {
    const patience = parts.limits.operationTime
    return { kind: 'queued', id, patience, again: () => act(judged, lines, exchange, parts) }
  }
}

function process(
  judged: JudgedState,
  lines: Lines,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Acting {
  return then(judged.through(lines.processed, exchange, parts), (processed): Acting => {
    const { route, valid, message } = processed.values
    switch (route.role) {
      case 'returning':
        return answerForJob(processed.values)
      case 'intermediary':
        return then(processed.through(lines.forwarded, exchange, parts), (passing) =>
          modeOf(route.onward, message) === 'relay'
            ? relay(passing, lines, exchange, parts)
            : then(passing.through(lines.stored, exchange, parts), outcomeOf),
        )
      case 'ultimate-receiver':
        return valid.call && runsHow(processed.values, parts.policy) === 'queued'
          ? then(processed.through(lines.enqueued, exchange, parts), outcomeOf)
          : then(processed.through(lines.answered, exchange, parts), outcomeOf)
    }
  })
}

function outcomeOf({ values }: State<'outcome'>): Outcome | Enqueued {
  return values.outcome
}

/** A message that is sent on. */
type PassingState = State<JudgedName | 'task' | 'passage'>

/**
 * @throws Refused while an operator has paused its destination
 * @throws Refused if its turn at its destination is too late for who waits
 * @throws SoapFault Server if the next node did not take it
 * @throws EvidenceUnavailable
 */
async function relay(
  passing: PassingState,
  { sealed }: Pick<Lines, 'sealed'>,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome> {
  const { to, destination } = onwardOf(passing.values.route)
  refusePaused(destination, parts)
  try {
    const { values } = await passing.through(sealed, exchange, parts)
    return await sent(values, exchange, parts)
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    exchange.log.warn({ to: to.href, err: error }, 'the next node did not take the message')
    throw undelivered(error)
  }
}

/** Seconds after which a message to a paused destination may be sent again: its operator says when it is resumed. */
const RETRY_AFTER = 60

function refusePaused(
  destination: string | undefined,
  { queue }: Pick<ProcessorParts, 'queue'>,
): void {
  const pause = queue.pauseOf(destination)
  if (!pause) return
  const sentence = `destination ${pause.destination} is paused by ${pause.by}`
  throw new Refused('paused', sentence, { retryAfter: RETRY_AFTER })
}

async function sent(
  passing: State<JudgedName | 'task' | 'passage' | 'sealed'>['values'],
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome> {
  const { route, message, document, passage, sealed } = passing
  const { to, destination } = onwardOf(route)
  const way = {
    destination,
    spool: message.spool,
    patience: parts.limits.operationTime,
    passedOver: passedOver(exchange.log),
  }
  const heard = await parts.send(sealed.message, to, exchange.signal, way)
  if (!heard) return { kind: 'accepted' }
  const { visits } = passage
  const { signatures } = sealed
  const messageId = messageIdOf(document.envelope)
  const request = { view: passing, visits, destination, signatures, messageId }
  const { answer, fault } = await takeAnswer(heard, request, exchange, parts)
  return answer.kind === 'fault' && fault?.meaning === 'unfinished'
    ? { ...answer, unfinished: true }
    : answer
}

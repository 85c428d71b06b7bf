/** Sends a message on at once, and takes the answer of the next node for the sender that waits. */

import { ready, type Steps } from '../../base/steps.js'
import { messageIdOf } from '../../soap/addressing/named-ids.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { undelivered } from '../forward/next-node-failed.js'
import type { Lines } from '../lines.js'
import { onwardOf } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { State } from '../state/state.js'
import type { JudgedName } from '../state/values.js'
import { takeAnswer } from './take-answer.js'

/** A message that is sent on. */
export type PassingState = State<JudgedName | 'task' | 'passage'>

/**
 * @throws SoapFault Server if the next node did not take it
 * @throws EvidenceUnavailable
 */
export function* relay(
  passing: PassingState,
  { sealed }: Pick<Lines, 'sealed'>,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Steps<Outcome> {
  const { to } = onwardOf(passing.values.route)
  try {
    const { values } = yield* ready(passing.through(sealed, exchange, parts))
    return yield* ready(sent(values, exchange, parts))
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    exchange.log.warn({ to: to.href, err: error }, 'the next node did not take the message')
    throw undelivered(error)
  }
}

async function sent(
  passing: State<JudgedName | 'task' | 'passage' | 'sealed'>['values'],
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome> {
  const { route, message, document, passage, sealed } = passing
  const { to, destination } = onwardOf(route)
  const { timeLimit } = parts.plans.ofDestination(destination)
  const way = { destination, timeLimit, spool: message.spool }
  const heard = await parts.send(sealed.message, to, exchange.signal, way)
  if (!heard) return { kind: 'accepted' }
  const { visits } = passage
  const { signatures } = sealed
  const messageId = messageIdOf(document.envelope)
  const request = { known: passing, visits, destination, signatures, messageId }
  const { answer, fault } = await takeAnswer(heard, request, exchange, parts)
  return answer.kind === 'fault' && fault?.meaning === 'unfinished'
    ? { ...answer, unfinished: true }
    : answer
}

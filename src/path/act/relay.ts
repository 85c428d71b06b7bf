/** Sends a message on at once, and takes the answer of the next node for the sender that waits. */
import { messageIdOf } from '../../addressing/named-ids.js'
import { take } from '../../base/steps.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import { undelivered } from '../forward/next-node-failed.js'
import { answersOf } from '../forward/rules.js'
import { onwardOf } from '../onward.js'
import type { ProcessorParts } from '../parts.js'
import { sealRequest } from '../seal.js'
import type { Judged, Taken } from '../state/values.js'
import { takeAnswer } from './take-answer.js'

/**
 * @throws SoapFault Server if the next node did not take it
 * @throws EvidenceUnavailable
 */
export async function relay(
  passing: Judged & Taken<'task' | 'passage'>,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome> {
  const { to, destination, ...onward } = onwardOf(passing.route)
  const { message, visits } = passing.passage
  const { timeLimit } = parts.plans.ofDestination(destination)
  const declared = parts.declares(destination, passing.task.operation)
  const answerExpected = answersOf(onward, declared) === 'expected'
  try {
    const outbound = { ...message, answerExpected }
    const sealed = await take(sealRequest(outbound, destination, exchange, parts))
    const way = { destination, timeLimit, spool: passing.message.spool }
    const heard = await parts.send(sealed.message, to, exchange.signal, way)
    if (!heard) return { kind: 'accepted' }
    const { signatures } = sealed
    const messageId = messageIdOf(passing.document.envelope)
    const request = { known: passing, visits, destination, signatures, messageId }
    const { answer, fault } = await takeAnswer(heard, request, exchange, parts)
    return answer.kind === 'fault' && fault?.meaning === 'unfinished'
      ? { ...answer, unfinished: true }
      : answer
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    exchange.log.warn({ to: to.href, err: error }, 'the next node did not take the message')
    throw undelivered(error)
  }
}

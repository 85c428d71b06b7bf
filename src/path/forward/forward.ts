/** Step: sends the message on to the next node, without the header blocks that this node removes. */
import { messageIdOf } from '../../addressing/named-ids.js'
import { take } from '../../base/steps.js'
import type { OutboundMessage } from '../../message/message.js'
import { type Outcome, Undeliverable } from '../../transport.js'
import { sayUtf8 } from '../../xml/declaration.js'
import { inOrder, splice } from '../../xml/splice.js'
import { carried } from '../carried.js'
import type { Enqueued } from '../enqueue.js'
import type { OpenExchange } from '../exchange.js'
import type { Processed } from '../headers.js'
import { modeOf, type Onward } from '../onward.js'
import type { ProcessorParts } from '../parts.js'
import { sealRequest } from '../seal.js'
import { cutsOf } from './cuts.js'
import { undelivered } from './next-node-failed.js'
import { type Passage, passOn } from './pass-on.js'
import { answersOf } from './rules.js'
import { store } from './store.js'
import { takeAnswer } from './take-answer.js'

/**
 * @throws SoapFault Server if the next node did not take it
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 */
export async function forward(
  processed: Processed,
  onward: Onward,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome | Enqueued> {
  const { message, envelope, act } = processed
  const { source, version } = envelope
  const { cuts, marks, visits } = passOn(processed, onward.to, exchange.id, parts)
  const sent: OutboundMessage = {
    body: splice(source, inOrder([...sayUtf8(source), ...cutsOf(processed), ...cuts])),
    soap: version.name,
    id: exchange.id,
    action: message.action,
    ...carried(message),
    ...marks,
  }
  const { to, operation } = act
  exchange.log.debug({ route: onward.name, reason: onward.reason, to, operation }, 'sent on')
  const mode = modeOf(onward, message)
  switch (mode) {
    case 'relay':
      return relay(processed, { message: sent, visits }, onward, exchange, parts)
    case 'store':
    case 'bridge':
      return store(processed, { message: sent, visits }, onward, mode, exchange, parts)
  }
}

async function relay(
  processed: Processed,
  { message, visits }: Passage,
  onward: Onward,
  exchange: OpenExchange,
  parts: ProcessorParts,
): Promise<Outcome> {
  const { to, destination } = onward
  const { timeLimit } = parts.plans.ofDestination(destination)
  const declared = parts.declares(destination, processed.act.operation)
  const answerExpected = answersOf(onward, declared) === 'expected'
  try {
    const outbound = { ...message, answerExpected }
    const sealed = await take(sealRequest(outbound, destination, exchange, parts))
    const way = { destination, timeLimit, spool: processed.message.spool }
    const heard = await parts.send(sealed.message, to, exchange.signal, way)
    if (!heard) return { kind: 'accepted' }
    const messageId = messageIdOf(processed.envelope)
    const request = { ...processed, visits, destination, sealed, messageId }
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

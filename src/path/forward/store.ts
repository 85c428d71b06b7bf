/** Step: makes a message for the next node durable: a worker sends it, from this node or another. */
import { wallTime } from '../../base/time.js'
import { senderOf } from '../../message/origin.js'
import { ADDRESSING_NAMESPACE } from '../../soap/addressing/addressing.js'
import { messageIdOf } from '../../soap/addressing/named-ids.js'
import { envelopeParts, type ForwardJob, wayTo } from '../../store/queue/job.js'
import { writeElement } from '../../xml/write.js'
import { answersHere, meanwhileOf } from '../facts/answer-destination.js'
import { addOnce, claimKeyOf, claimOf, laneOf } from '../once/duplicate.js'
import { modeOf, onwardOf } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import { step } from '../state/step.js'
import { type Enqueued, JUDGED, type Judged, type Understood } from '../state/values.js'
import { awaitedKey, domainOf } from '../steps/correlate.js'
import { keptRules, rulesOf } from './rules.js'

/** What it needs of the parts of the node. */
export type Storing = Pick<
  ProcessorParts,
  'queue' | 'plans' | 'policy' | 'declares' | 'leavesAlone' | 'slices' | 'security'
>

/**
 * @throws QueueUnavailable, QueueFull if it must not be acknowledged
 * @throws SoapFault Client for another message under the same identification
 */
export const store = step({
  name: 'store',
  takes: [...JUDGED, 'task', 'passage'],
  gives: 'outcome',
  async run(passing, exchange, parts: Storing): Promise<Enqueued> {
    const onward = onwardOf(passing.route)
    const mode = modeOf(onward, passing.message)
    if (mode === 'relay') throw new TypeError('what is relayed is not put into the queue')
    const { queue, plans } = parts
    const { to, destination, ordered, name } = onward
    const { document, keys, task, passage, verified } = passing
    const rules = keptRules(onward, mode, parts.declares(destination, task.operation))
    const { origin } = passing.message
    const messageId = messageIdOf(document.envelope) ?? origin.messageId
    const { hops, via, trace } = passage.message
    const job: ForwardJob = {
      ...envelopeParts(passage.message),
      kind: 'forward',
      id: exchange.id,
      claim: await claimOf(claimKeyOf(passing), passing, exchange, parts),
      // An answer may relate to the MessageID in the envelope of the request.
      awaits: messageId !== undefined && rules.answerTime > 0 ? awaitsOf(messageId, to) : undefined,
      way: wayTo(to, destination),
      lane: ordered ? laneOf(name, origin) : undefined,
      accepted: wallTime(),
      origin,
      to: to.href,
      route: name,
      destination,
      answerHeaders: exchange.added.map((block) => writeElement(block)),
      addressing: addressingOf(passing.understood),
      visits: passage.visits,
      sealing: verified.sealing,
      marks: { hops, via, trace },
      ...rules,
      label: {
        operation: task.operation,
        to: to.href,
        sender: senderOf(origin),
        messageId,
        keys: keys.seen,
      },
    }
    const plan = plans.ofDestination(destination)
    const id = await addOnce({ job, plan }, passing, exchange, queue)
    return acknowledged({ id, isAgain: id !== exchange.id }, job, passing, parts)
  },
})

interface Stored {
  /** Of the job that counts. */
  readonly id: string
  /** True if the message was sent before. */
  readonly isAgain: boolean
}

function acknowledged(
  { id, isAgain }: Stored,
  job: ForwardJob,
  passing: Judged,
  { queue, policy, leavesAlone }: Storing,
): Enqueued {
  const { answers, endsAsFault } = rulesOf(job)
  if (answers === 'none' || !answersHere(passing, policy)) return { kind: 'accepted' }
  // No node can know here whether it is one-way: that it is durable is all that its sender learns.
  if (answers === 'possible') return { kind: 'queued', id, patience: 0, meanwhile: 'accepted' }
  const meanwhile = meanwhileOf(passing, policy)
  // There may be an answer already.
  if (isAgain) return { kind: 'queued', id, meanwhile }
  // What is stored is not waited for, unless its sender wishes to wait; nor is what cannot be sent for a while.
  const waits =
    (endsAsFault || passing.message.patience !== undefined) &&
    !queue.pauseOf(job.destination) &&
    !leavesAlone(new URL(job.to), job.destination)
  return { kind: 'queued', id, meanwhile, patience: waits ? undefined : 0 }
}

/** Most messages are addressed to their ultimate receiver: their blocks go on, and stand in the envelope. */
function addressingOf({ own, blocks }: Understood): readonly string[] | undefined {
  if (!own.addressing) return undefined
  return blocks
    .filter(({ block }) => block.element.namespace === ADDRESSING_NAMESPACE)
    .map(({ block }) => writeElement(block.element))
}

function awaitsOf(messageId: string, to: URL): string {
  // Only a mailbox has a domain that its answers come from.
  return awaitedKey(messageId, domainOf(to.pathname.includes('@') ? to.pathname : undefined))
}

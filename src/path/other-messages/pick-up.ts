/** Gets the answer of an exchange for a sender that fetches it later. */
import { EXCHANGE_ID } from '../../message/exchange-id.js'
import type { PickUpMessage } from '../../message/message.js'
import type { JobQueue } from '../../store/queue/queue.js'
import { type KeptOutcome, waited } from '../answer/pending-answers.js'
import { Refused } from '../facts/refused.js'

/**
 * @throws Refused unknown-exchange for what is no id of an exchange, gone for one that is no longer kept
 * @throws FailedForGood
 * @throws QueueUnavailable
 */
export async function pickUp(
  { exchange: id }: PickUpMessage,
  queue: JobQueue,
): Promise<KeptOutcome> {
  if (!EXCHANGE_ID.test(id)) throw new Refused('unknown-exchange', 'not an exchange id')
  const state = await queue.find(id)
  if (!state) throw new Refused('gone', 'there is no such exchange any more')
  const found = waited(state)
  return found.kind === 'kept'
    ? found
    : { kind: 'kept', outcome: { kind: 'pending', exchange: id } }
}

/** Waits for the queue's answer, and says what is wrong in the words of the contract. */
import { Overdue, within } from '../../base/deadline.js'
import { timeText } from '../../base/units.js'
import { sentenceOf } from '../redis/error-text.js'
import { FinalFailure } from './job.js'
import { QueueFull, QueueUnavailable } from './queue.js'

/** Seconds until a sender may try again. */
export const RETRY_AFTER = 5

/**
 * @throws FinalFailure as it came
 * @throws QueueFull if its memory is used up
 * @throws QueueUnavailable for whatever else goes wrong, and if it takes too long
 */
export async function answered<Answer>(
  milliseconds: number,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await within(milliseconds, ask)
  } catch (error) {
    if (error instanceof QueueFull || error instanceof QueueUnavailable) throw error
    if (error instanceof FinalFailure) throw error
    const sentence =
      error instanceof Overdue ? `no answer in ${timeText(milliseconds)}` : sentenceOf(error)
    if (sentence.startsWith('OOM ')) throw new QueueFull('its memory is used up', RETRY_AFTER)
    throw new QueueUnavailable(`the queue does not answer: ${sentence}`, { cause: error })
  }
}

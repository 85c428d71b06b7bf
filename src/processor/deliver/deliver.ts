/** Takes a job from the queue: invokes its operation or sends its message; settles, retries or gives up. */
import type { Job, JobResult, Suspension } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { answer } from '../answer.js'
import { refuse } from '../refuse.js'
import { bringAnswer } from './answer.js'
import type { Delivering } from './delivering.js'
import { deliverForward, forwardExchange } from './forward.js'
import { deliverInvoke, invokeExchange } from './invoke.js'
import { deliverSend } from './send.js'

/**
 * @throws FinalFailure if no retry would mend it
 * @throws Error for what the queue shall try again
 */
export async function deliver(
  job: Job,
  attempt: Attempt,
  delivering: Delivering,
): Promise<JobResult | Suspension> {
  switch (job.kind) {
    case 'invoke':
      return deliverInvoke(job, attempt, delivering)
    case 'send':
      return deliverSend(job, attempt, delivering)
    case 'forward':
      return deliverForward(job, attempt, delivering)
    case 'answer':
      return bringAnswer(job, attempt, delivering)
  }
}

/**
 * Tells the sender of a job that became a dead letter without a last attempt, as when its node died every time.
 *
 * @param cause  for the log; no peer reads it
 */
export async function abandon(
  job: Job,
  cause: string,
  { follow }: Attempt,
  delivering: Delivering,
): Promise<void> {
  if (job.kind !== 'invoke' && job.kind !== 'forward') return
  const signal = AbortSignal.abort()
  const attempt = { number: 1, last: true, suspended: false, signal, follow }
  const exchange =
    job.kind === 'invoke'
      ? invokeExchange(job, attempt, delivering)
      : forwardExchange(job, attempt, delivering)
  exchange.part = 'body'
  await answer(refuse(new Error(cause), exchange, delivering), exchange, delivering)
}

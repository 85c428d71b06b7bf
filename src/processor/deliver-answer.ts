/** Brings an answer that came as a message of its own to the job that sleeps until it is there. */
import type { AnswerJob, JobResult } from '../queue/job.js'
import type { Attempt } from '../queue/queue.js'
import { MEDIA_TYPES } from '../soap/version.js'
import type { InboundMessage } from '../transport.js'
import type { Delivering } from './delivering.js'
import { readAnswer } from './read-answer.js'

/** The result is the answer: the job that is woken finds it here. */
export async function bringAnswer(
  job: AnswerJob,
  { last }: Attempt,
  { queue, log, versions, limits }: Delivering,
): Promise<JobResult> {
  const { of, report, body, soap, action } = job
  const woken = await queue.wake(of)
  // It falls asleep once the message is sent, which may be after the answer to it has come.
  if (woken === 'awake' && !last) throw new Error('the exchange does not wait for its answer yet')
  if (woken === 'ended' || woken === 'unknown') log(of).warn({ report }, 'an answer came too late')
  if (report) return { kind: 'undelivered', report }
  const message = { body, soap, ...(action !== undefined && { action }) }
  const { fault } = readAnswer(heardOf(message), versions, limits)
  return fault
    ? { kind: 'fault', message, code: fault.code ?? 'Server' }
    : { kind: 'reply', message }
}

/** The answer as it would have come on a connection. */
export function heardOf({ body, soap }: Pick<AnswerJob, 'body' | 'soap'>): InboundMessage {
  return {
    transport: 'queue',
    body: Buffer.from(body, 'utf8'),
    mediaType: MEDIA_TYPES[soap],
    charset: 'utf-8',
    attachments: [],
    peer: {},
  }
}

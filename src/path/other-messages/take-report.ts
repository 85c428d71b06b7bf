/** Gives a delivery report about a message of this node to the exchange that waits for its answer. */
import { wallTime } from '../../base/time.js'
import type { ReportMessage } from '../../message/message.js'
import { ANSWER_PLAN, type AnswerJob, answerIdOf } from '../../store/queue/job.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { Outcome } from '../../transport.js'
import type { OpenExchange } from '../exchange.js'
import type { ArrivedMessage } from '../state/values.js'
import { findAwaiting } from '../steps/correlate.js'

/** @throws QueueUnavailable, QueueFull */
export async function takeReport(
  message: ReportMessage,
  version: ArrivedMessage['version'],
  { log }: OpenExchange,
  queue: JobQueue,
): Promise<Outcome> {
  const { report, inReplyTo } = message
  const of = await findAwaiting(inReplyTo, [], queue)
  log.warn({ report, inReplyTo, of }, 'a message of this node did not arrive')
  if (of === undefined || report.delayed) return { kind: 'accepted' }
  const job: AnswerJob = {
    kind: 'answer',
    id: answerIdOf(of),
    of,
    accepted: wallTime(),
    body: new Uint8Array(),
    soap: version.name,
    report,
    trace: message.origin.trace,
    label: {},
  }
  await queue.add(job, ANSWER_PLAN)
  return { kind: 'accepted' }
}

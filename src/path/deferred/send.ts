/** Sends the answer of a job. */
import type { OutboundMessage } from '../../message/message.js'
import { meaningOfFault } from '../../soap/fault-meaning.js'
import { readFault } from '../../soap/read-fault.js'
import {
  FinalFailure,
  type ForwardJob,
  type JobResult,
  type SendJob,
} from '../../store/queue/job.js'
import type { Attempt } from '../../store/queue/queue.js'
import { Undeliverable } from '../../transport.js'
import { decodeText } from '../../xml/charset.js'
import { parseClarkName } from '../../xml/tree.js'
import { readAnswer } from '../forward/read-answer.js'
import type { ProcessorParts } from '../parts/parts.js'

export async function send(
  job: SendJob,
  { signal, replayed, urgent, closeAfter }: Attempt,
  parts: ProcessorParts,
): Promise<JobResult> {
  const { to, guarded, inReplyTo, purpose, label } = job
  const summary = {
    operation: label.operation && parseClarkName(label.operation).local,
    fault:
      purpose === 'fault' && inReplyTo?.byPeople
        ? readFault(await readAnswer(job, parts, signal))?.reason
        : undefined,
  }
  const message = { ...outboundOf(job), purpose, inReplyTo, summary }
  try {
    const spool = parts.spools.open()
    closeAfter(spool)
    const way = { guarded, urgent: replayed || urgent, spool }
    const heard = await parts.send(message, new URL(to), signal, way)
    const fault = heard && readFault(await readAnswer(heard, parts, signal))
    const meaning = fault && meaningOfFault(fault, undefined)
    if (!fault || meaning === 'unfinished') return { kind: 'accepted' }
    const sentence = `${to} answered with a fault: ${fault.codes.join(' / ')}: ${fault.reason}`
    throw meaning === 'temporary' ? new Error(sentence) : new FinalFailure(sentence)
  } catch (error) {
    if (error instanceof Undeliverable && error.permanent) {
      throw new FinalFailure(error.message, { cause: error })
    }
    throw error
  }
}

export function outboundOf(job: SendJob | ForwardJob): OutboundMessage {
  const { id, soap, action, attachments, packaging } = job
  const marks = job.kind === 'forward' ? job.marks : { trace: job.trace }
  const body = decodeText(job.body, job.charset)
  return { id, body, soap, action, attachments, packaging, ...marks }
}

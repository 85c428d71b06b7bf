/** Restores the message of a job, and the exchange that it continues. */
import { readAddressing } from '../../addressing/read-addressing.js'
import { endsBy } from '../../base/ending.js'
import type { EnvelopeMessage } from '../../message/message.js'
import type { ForwardJob, InvokeJob } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { MEDIA_TYPES } from '../../soap/version.js'
import { readDocument } from '../../xml/read.js'
import { type Arrived, arrived } from '../admit.js'
import { OpenExchange } from '../exchange.js'
import type { ProcessorParts } from '../parts.js'
import type { Reached } from '../reached.js'

export interface Resumed {
  readonly arrival: Arrived<EnvelopeMessage> & Reached
  readonly exchange: OpenExchange
}

export function resume(
  job: InvokeJob | ForwardJob,
  attempt: Attempt,
  { versions, log, spools }: ProcessorParts,
): Resumed {
  const spool = spools.open()
  attempt.closeAfter(spool)
  const message = { ...(job.kind === 'invoke' ? requestOf(job) : passedOn(job)), spool }
  const added = job.answerHeaders.map((block) => readDocument(block))
  const ends = endsBy(attempt.signal)
  const exchange = new OpenExchange(job.id, message.origin.trace, ends, log, added)
  const arrival = arrived(message, versions, attempt, job.accepted)
  if (job.kind === 'invoke') return { arrival: { ...arrival, plugin: job.plugin }, exchange }
  const { to, label, addressing = [], sealing, route } = job
  const act = { part: 'header', to, operation: label.operation } as const
  const blocks = addressing.map((block) => readDocument(block))
  const own = {
    addressing: readAddressing(blocks, arrival.version),
    hops: [],
    trace: [],
    security: [],
  }
  const onward = route === undefined ? undefined : { name: route }
  const taken = { role: 'intermediary', onward } as const
  return { arrival: { ...arrival, act, own, sealing, route: taken }, exchange }
}

function requestOf({
  body,
  charset,
  soap,
  action,
  origin,
  attachments = [],
  packaging,
}: InvokeJob): EnvelopeMessage {
  const mediaType = MEDIA_TYPES[soap]
  return {
    kind: 'envelope',
    origin,
    body,
    charset,
    mediaType,
    action,
    attachments,
    packaging,
  }
}

/** The message as it came, as far as its answer depends on it. */
function passedOn({ origin, marks, soap, action }: ForwardJob): EnvelopeMessage {
  return {
    kind: 'envelope',
    // The trace may have started at this node.
    origin: { ...origin, trace: marks.trace },
    body: new Uint8Array(),
    mediaType: MEDIA_TYPES[soap],
    action,
    attachments: [],
  }
}

/** Restores the message of a job, and the exchange that it continues. */
import { readAddressing } from '../../addressing/read-addressing.js'
import { endsBy } from '../../base/ending.js'
import type { EnvelopeMessage } from '../../message/message.js'
import type { ForwardJob, InvokeJob } from '../../queue/job.js'
import type { Attempt } from '../../queue/queue.js'
import { MEDIA_TYPES, type SoapVersion } from '../../soap/version.js'
import { readDocument } from '../../xml/read.js'
import { OpenExchange } from '../exchange.js'
import type { ProcessorParts } from '../parts.js'
import type { Known } from '../state/known.js'
import { cameOf } from '../state/makers.js'
import { State } from '../state/state.js'

export interface Resumed {
  /** What its line begins with, if it takes the path of every message. */
  readonly state: State<'came'>
  /** What is known of it: what its line learns, or of a message that was sent on, what its job says. */
  readonly known: Known
  readonly exchange: OpenExchange
}

export function resume(
  job: InvokeJob | ForwardJob,
  attempt: Attempt,
  { versions, log, spools }: Pick<ProcessorParts, 'versions' | 'log' | 'spools'>,
): Resumed {
  const spool = spools.open()
  attempt.closeAfter(spool)
  const message = { ...(job.kind === 'invoke' ? requestOf(job) : passedOn(job)), spool }
  const added = job.answerHeaders.map((block) => readDocument(block))
  const ends = endsBy(attempt.signal)
  const exchange = new OpenExchange(job.id, message.origin.trace, ends, log, added)
  const plugin = job.kind === 'invoke' ? job.plugin : undefined
  const came = cameOf(message, versions, { attempt, accepted: job.accepted, plugin })
  const state = new State({ came })
  const known = job.kind === 'invoke' ? state : { came, message, ...sentOn(job, came.version) }
  return { state, known, exchange }
}

/** What a job says of a message that was sent on, as far as its answer depends on it. */
function sentOn(
  { to, label, addressing = [], sealing, route }: ForwardJob,
  version: SoapVersion,
): Omit<Known, 'came'> {
  const blocks = addressing.map((block) => readDocument(block))
  const own = { addressing: readAddressing(blocks, version), hops: [], trace: [], security: [] }
  return {
    route: { role: 'intermediary', onward: route === undefined ? undefined : { name: route } },
    understood: { blocks: [], own, missed: [] },
    verified: { sealing },
    task: { part: 'header', to, operation: label.operation },
  }
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

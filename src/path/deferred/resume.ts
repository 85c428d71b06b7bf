/** Restores the message of a job, and the exchange that it continues. */
import { endsBy } from '../../base/ending.js'
import type { EnvelopeMessage } from '../../message/message.js'
import type { Spool } from '../../message/spool/index.js'
import { readAddressing } from '../../soap/addressing/read-addressing.js'
import { MEDIA_TYPES } from '../../soap/version.js'
import { keptKeys, NO_KEYS } from '../../store/journal/keys/business-keys.js'
import { modeOfJob } from '../../store/queue/answer-rules.js'
import type { ForwardJob, InvokeJob } from '../../store/queue/job.js'
import type { Attempt } from '../../store/queue/queue.js'
import { readDocument } from '../../xml/read.js'
import { OpenExchange } from '../exchange.js'
import { rulesOf } from '../forward/rules.js'
import type { Onward } from '../parts/onward.js'
import type { ProcessorParts } from '../parts/parts.js'
import { arrivedMessage } from '../state/makers.js'
import { State } from '../state/state.js'
import { withoutPolicies } from '../verify/authorize.js'
import { outboundOf } from './send.js'

/** A message that takes the path of every message, from its first step. */
export interface ResumedCall {
  readonly state: State<'arrival'>
  readonly exchange: OpenExchange
}

/** A message that has taken it, and is to be sent. */
export interface ResumedPassage {
  readonly state: State<
    'arrival' | 'message' | 'keys' | 'route' | 'understood' | 'verified' | 'task' | 'passage'
  >
  readonly exchange: OpenExchange
}

/** What it needs of the parts of the node. */
type Resuming = Pick<ProcessorParts, 'versions' | 'log' | 'spools'>

export function resumeCall(job: InvokeJob, attempt: Attempt, parts: Resuming): ResumedCall {
  const message = { ...requestOf(job), spool: spoolFor(attempt, parts) }
  const { accepted, plugin, label } = job
  const kept = { attempt, accepted, plugin, keys: keptKeys(label.keys) }
  const arrival = arrivedMessage(message, parts.versions, kept)
  return { state: new State({ arrival }), exchange: exchangeOf(job, message, attempt, parts) }
}

export function resumePassage(job: ForwardJob, attempt: Attempt, parts: Resuming): ResumedPassage {
  const { to, label, addressing = [], sealing, visits } = job
  const message = { ...passedOn(job), spool: spoolFor(attempt, parts) }
  const arrival = arrivedMessage(message, parts.versions, { attempt, accepted: job.accepted })
  const blocks = addressing.map((block) => readDocument(block))
  const reading = readAddressing(blocks, arrival.version)
  const own = { addressing: reading, hops: [], trace: [], security: [] }
  const answerExpected = rulesOf(job).answers === 'expected'
  const state = new State({
    arrival,
    message,
    keys: keptKeys(label.keys) ?? NO_KEYS,
    route: { role: 'intermediary', onward: onwardIn(job) },
    understood: { blocks: [], own, missed: [] },
    verified: withoutPolicies(undefined, sealing),
    task: { part: 'header', to, operation: label.operation },
    passage: { message: { ...outboundOf(job), once: true, answerExpected }, visits },
  })
  return { state, exchange: exchangeOf(job, message, attempt, parts) }
}

/** Where a job goes, as its route said when it was put into the queue. */
function onwardIn(job: ForwardJob): Onward {
  const { to, route = '', destination, lane } = job
  const { answerTime, finishTime, answers, retryFaults } = job
  return {
    to: new URL(to),
    mode: modeOfJob(job) ?? 'store',
    name: route,
    reason: 'its job says so',
    destination,
    ordered: lane !== undefined,
    answerTime,
    finishTime,
    answers,
    retryFaults,
  }
}

function spoolFor(attempt: Attempt, { spools }: Resuming): Spool {
  const spool = spools.open()
  attempt.closeAfter(spool)
  return spool
}

function exchangeOf(
  { id, answerHeaders }: InvokeJob | ForwardJob,
  { origin }: EnvelopeMessage,
  { signal }: Attempt,
  { log }: Resuming,
): OpenExchange {
  const added = answerHeaders.map((block) => readDocument(block))
  return new OpenExchange({ id, trace: origin.trace, ends: endsBy(signal), log, added })
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

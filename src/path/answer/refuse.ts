/** Step: makes a fault or a refusal of an error. The only place where an error becomes an envelope. */
import { Overdue } from '../../base/deadline.js'
import type { Log } from '../../base/log.js'
import type { InboundMessage } from '../../message/message.js'
import { lackOf } from '../../security/admission.js'
import { EvidenceUnavailable } from '../../security/evidence.js'
import { faultEntry, SoapFault } from '../../soap/fault.js'
import { headersOf } from '../../soap/fault-headers.js'
import { SOAP_12, type SoapVersions } from '../../soap/version.js'
import { writeEnvelope } from '../../soap/write-envelope.js'
import { writeFault } from '../../soap/write-fault.js'
import { QueueFull, QueueUnavailable } from '../../store/queue/queue.js'
import type { Outcome, Refusal } from '../../transport.js'
import { Unreadable } from '../../xml/unreadable.js'
import type { OpenExchange } from '../exchange.js'
import { Refused } from '../facts/refused.js'
import { LATE, nextNodeFailed } from '../forward/next-node-failed.js'
import { type AnsweringParts, answerBlocks } from '../leaving/answer-blocks.js'
import type { ProcessorParts } from '../parts/parts.js'
import { type StateView, versionOf } from '../state/view.js'

/** Seconds after which the sender of a message that could not be made durable may try again. */
const RETRY_AFTER = 5

/** What it needs of the parts of the node. */
export type Refusing = AnsweringParts & Pick<ProcessorParts, 'versions'>

/** @param parts  `node` names this node in the faults that it makes as an intermediary */
export function refuse(
  thrown: unknown,
  view: StateView,
  exchange: OpenExchange,
  parts: Refusing,
): Outcome {
  if (thrown instanceof QueueFull) {
    return { kind: 'refused', refusal: 'busy', retryAfter: thrown.retryAfter }
  }
  if (thrown instanceof QueueUnavailable || thrown instanceof EvidenceUnavailable) {
    return { kind: 'refused', refusal: 'unavailable', retryAfter: RETRY_AFTER }
  }
  const { message } = view.arrival
  const refusal = refusalOf(thrown, message, parts.versions)
  if (refusal) return { kind: 'refused', refusal, ...retryAfterOf(thrown) }
  // A sender that no rule admits gets faults only from operations it may call.
  if (view.admission?.publicOnly && !view.valid?.call) {
    return { kind: 'refused', refusal: lackOf(message, view.admission.peer) }
  }
  try {
    return faultOutcome(thrown, view, exchange, parts)
  } catch (error) {
    // A plugin's fault may hold what XML does not allow: then it is a failure like any other.
    if (!(thrown instanceof SoapFault)) throw error
    return faultOutcome(error, view, exchange, parts)
  }
}

function retryAfterOf(thrown: unknown): { retryAfter?: number } {
  const after = thrown instanceof Refused ? thrown.retryAfter : undefined
  return after === undefined ? {} : { retryAfter: after }
}

function faultOutcome(
  thrown: unknown,
  view: StateView,
  exchange: OpenExchange,
  parts: Refusing,
): Outcome {
  const { node, versions } = parts
  const root = thrown instanceof Unreadable ? thrown.rootNamespace : undefined
  const version = versions.byNamespace(root) ?? versionOf(view)
  const fault = faultOf(thrown, view, exchange)
  const onItsWay = view.route !== undefined && view.route.role !== 'ultimate-receiver'
  const actor = view.failed?.actor ?? version.next
  const entry = writeFault(fault, version, onItsWay ? { node, actor } : undefined)
  const added = headersOf(fault, version, versions.all)
  const { blocks, action } = answerBlocks(view, { kind: 'fault', fault }, added, parts)
  return {
    kind: 'fault',
    code: fault.code,
    message: { body: writeEnvelope(version, blocks, [entry]), soap: version.name, action },
  }
}

/** A message that cannot be decoded gets no envelope; undefined if it gets a fault. */
function refusalOf(
  thrown: unknown,
  { mediaType }: InboundMessage,
  versions: SoapVersions,
): Refusal | undefined {
  if (thrown instanceof Refused) return thrown.refusal
  if (!(thrown instanceof Unreadable)) return undefined
  switch (thrown.kind) {
    case 'malformed':
    case 'limit':
      return 'undecodable'
    case 'too-large':
      return 'too-large'
    case 'encoding':
      return 'unsupported'
    // SOAP 1.2 Part 1 §5: a receiver faults a DTD with env:Sender, and should a processing
    // instruction; SOAP 1.1 says only that a message has none. The version may not be known yet, so
    // a message with the media type of 1.2 that is not known to be 1.1 is treated as 1.2.
    case 'doctype':
    case 'instruction': {
      const version = versions.byNamespace(thrown.rootNamespace) ?? SOAP_12
      const as12 = mediaType === SOAP_12.mediaType && version.name === '1.2'
      return as12 ? undefined : 'undecodable'
    }
    case 'namespace':
      return undefined
  }
}

function faultOf(thrown: unknown, { task }: StateView, exchange: OpenExchange): SoapFault {
  if (thrown instanceof SoapFault) return thrown
  // The time was over before the next node answered.
  if (thrown instanceof Overdue && task?.to !== undefined) {
    return nextNodeFailed(LATE, { cause: thrown })
  }
  if (thrown instanceof Unreadable) {
    return new SoapFault({
      code: 'Client',
      scope: 'header',
      reason:
        thrown.kind === 'namespace'
          ? 'The message is not well-formed by Namespaces in XML.'
          : 'A SOAP message must not contain a document type declaration or processing instructions.',
    })
  }
  logFailure(exchange.log, thrown)
  const part = task?.part ?? 'header'
  const named = [faultEntry('Exchange', exchange.id)]
  return new SoapFault({
    code: 'Server',
    reason: 'The message could not be processed.',
    scope: part,
    // SOAP 1.1 §4.4: detail is about the Body only; the rest goes into header entries.
    ...(part === 'body' ? { detail: named } : { headers: named }),
  })
}

/** The logger reads the error and its causes; a getter of one of them may throw. */
function logFailure(log: Log, thrown: unknown): void {
  try {
    log.error({ err: thrown }, 'the exchange failed')
  } catch (err) {
    log.error({ err }, 'the exchange failed, and its error cannot be logged')
  }
}

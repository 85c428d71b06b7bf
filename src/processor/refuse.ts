/** Step: makes the answer of whatever went wrong. The only place where an error becomes an envelope. */

import { Overdue } from '../base/deadline.js'
import type { Log } from '../plugin.js'
import { QueueFull, QueueUnavailable } from '../queue/queue.js'
import { faultEntry, SoapFault } from '../soap/fault.js'
import { headersOf } from '../soap/fault-headers.js'
import { SOAP_12, type SoapVersions } from '../soap/version.js'
import { writeEnvelope } from '../soap/write-envelope.js'
import { writeFault } from '../soap/write-fault.js'
import type { InboundMessage, Outcome, Refusal } from '../transport.js'
import { Unreadable } from '../xml/unreadable.js'
import { addressAnswer } from './address-answer.js'
import type { OpenExchange } from './exchange.js'
import { traced } from './forward/pass-on.js'
import { LATE, Stranded } from './forward/stranded.js'

/** Thrown by a step for a message that gets no envelope in answer. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal, message: string) {
    super(message)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Seconds after which a message may come again that could not be made durable. */
const RETRY_AFTER = 5

export interface Refusing {
  /** URI that names this node in faults it makes on a message's way. */
  readonly node: string
  /** What an Upgrade header names, and what an envelope's namespace tells. */
  readonly versions: SoapVersions
}

export function refuse(thrown: unknown, exchange: OpenExchange, refusing: Refusing): Outcome {
  if (thrown instanceof QueueFull) {
    return { kind: 'refused', refusal: 'busy', retryAfter: thrown.retryAfter }
  }
  if (thrown instanceof QueueUnavailable) {
    return { kind: 'refused', refusal: 'unavailable', retryAfter: RETRY_AFTER }
  }
  const { message, operation } = exchange
  const refusal = refusalOf(thrown, message, refusing)
  if (refusal) return { kind: 'refused', refusal }
  // Whom nothing admits hears from the operation that it may call, and of nothing before.
  if (message.stranger && !operation) return { kind: 'refused', refusal: 'forbidden' }
  try {
    return faultOutcome(thrown, exchange, refusing)
  } catch (error) {
    // A plugin's fault may hold what XML cannot: then it is a failure like any other.
    if (!(thrown instanceof SoapFault)) throw error
    return faultOutcome(error, exchange, refusing)
  }
}

function faultOutcome(
  thrown: unknown,
  exchange: OpenExchange,
  { node, versions }: Refusing,
): Outcome {
  const root = thrown instanceof Unreadable ? thrown.rootNamespace : undefined
  const version = versions.byNamespace(root) ?? exchange.version
  const fault = faultOf(thrown, exchange)
  const entry = writeFault(
    fault,
    version,
    exchange.intermediary ? { node, actor: version.next } : undefined,
  )
  const { headers, intent } = addressAnswer(exchange, { kind: 'fault', fault })
  const blocks = [
    ...headers,
    ...headersOf(fault, version, versions.all),
    ...traced(exchange, node, 'fault'),
  ]
  return {
    kind: 'fault',
    code: fault.code,
    ...(fault instanceof Stranded && { stranded: fault.how }),
    message: { body: writeEnvelope(version, blocks, [entry]), soap: version.name, ...intent },
  }
}

/** What cannot be decoded is answered by the protocol alone; undefined if there shall be a fault. */
function refusalOf(
  thrown: unknown,
  { mediaType }: InboundMessage,
  { versions }: Refusing,
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
    // instruction; SOAP 1.1 says only that a message has none. Which of them it is may not be known
    // yet, so what comes as SOAP 1.2 and is not known to be 1.1 is taken for 1.2.
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

function faultOf(thrown: unknown, { id, log, part, onward }: OpenExchange): SoapFault {
  if (thrown instanceof SoapFault) return thrown
  // Time is over while the next node works on it.
  if (thrown instanceof Overdue && onward) return new Stranded('late', LATE, { cause: thrown })
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
  logFailure(log, thrown)
  const exchange = [faultEntry('Exchange', id)]
  return new SoapFault({
    code: 'Server',
    reason: 'The message could not be processed.',
    scope: part,
    // SOAP 1.1 §4.4: only what concerns the Body is told in detail, the rest in header entries.
    ...(part === 'body' ? { detail: exchange } : { headers: exchange }),
  })
}

/** What is logged is looked into, causes and all, and some of it may have code of its own that throws. */
function logFailure(log: Log, thrown: unknown): void {
  try {
    log.error({ err: thrown }, 'the exchange failed')
  } catch (err) {
    log.error({ err }, 'the exchange failed, and its error cannot be logged')
  }
}

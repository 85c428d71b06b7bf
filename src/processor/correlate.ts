/** Step: takes what comes in answer to this node's own messages; it is never answered. */
import type { Envelope } from '../soap/envelope.js'
import type { InboundMessage, Outcome } from '../transport.js'
import { clarkName, isNamed } from '../xml/tree.js'
import type { OpenExchange } from './exchange.js'
import type { OperationTable } from './operation-table.js'

/**
 * True for a reply or a fault that came as a message of its own. To answer one would have two nodes
 * answer each other for ever.
 */
export function isAnswer(
  { entries: [entry], version }: Envelope,
  { replyTo, inReplyTo = [], destination }: InboundMessage,
  operations: OperationTable,
): boolean {
  const alone = replyTo !== undefined || inReplyTo.length > 0
  if (!alone || !entry) return false
  if (isNamed(entry, version.namespace, 'Fault')) return true
  return inReplyTo.length > 0 && !operations.find(clarkName(entry), destination)
}

/** Nobody waits for answers in this version but the log. */
export function correlate({ report, inReplyTo }: InboundMessage, { log }: OpenExchange): Outcome {
  if (report) log.warn({ report, inReplyTo }, 'a message of this node did not arrive')
  else log.info({ inReplyTo }, 'an answer came that nobody waits for')
  return { kind: 'accepted' }
}

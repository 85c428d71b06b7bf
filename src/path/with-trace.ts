/** Finds the trace of a message whose transport has no field for it. */
import type { InboundMessage } from '../message/message.js'
import { traceIn } from '../message/way/trace-block.js'

export function withTrace(message: InboundMessage): InboundMessage {
  if (message.kind !== 'envelope' || message.origin.trace) return message
  const trace = traceIn(message.body)
  return trace ? { ...message, origin: { ...message.origin, trace } } : message
}

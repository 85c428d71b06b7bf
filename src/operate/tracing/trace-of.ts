/** The W3C's traceparent of a span, and what a span with a given traceparent is a child of. */
import {
  createTraceState,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  trace,
} from '@opentelemetry/api'
import type { Traceparent } from '../../message/traceparent.js'

/** What a span is a child of, as the API has it. */
export type Parent = typeof ROOT_CONTEXT

export function traceOf(span: Span): Traceparent {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext()
  const parent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  const state = traceState?.serialize() ?? ''
  return state === '' ? { parent, own: true } : { parent, state, own: true }
}

/** Of a span that was made elsewhere; undefined: the span begins a trace. */
export function parentOf(received: Traceparent | undefined): Parent {
  if (!received) return ROOT_CONTEXT
  const [, traceId = '', spanId = '', flags = ''] = received.parent.split('-')
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
    ...(received.state !== undefined && { traceState: createTraceState(received.state) }),
  })
}

/** Of the span that is active; undefined if none is, as without an SDK. */
export function activeTrace(): Traceparent | undefined {
  const span = trace.getActiveSpan()
  return span && isSpanContextValid(span.spanContext()) ? traceOf(span) : undefined
}

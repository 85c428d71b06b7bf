/** Tells the span of an exchange, or of a job, what the event of its end says. */
import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ExchangeEnded, JobSettled, NodeEvent } from '../../message/events/events.js'
import type { Refusal } from '../../transport.js'

/** Events are told while the span is active. */
export function recordEvent(event: NodeEvent): void {
  if (event.event !== 'exchange' && event.event !== 'job') return
  const span = trace.getActiveSpan()
  if (!span?.isRecording()) return
  if (event.event === 'exchange') recordExchange(span, event)
  else recordJob(span, event)
}

function recordExchange(span: Span, event: ExchangeEnded): void {
  const { outcome, code, operation } = event
  span.setAttributes(ofExchange(event))
  // A name that a peer has made up stands in no span's name: there would be any number of them.
  if (operation !== undefined && code !== 'Client' && outcome !== 'refused') {
    span.updateName(localOf(operation))
  }
  const failure = failureOf(event)
  if (failure === undefined) return
  span.setAttribute('error.type', failure)
  // As of a request over HTTP: what the sender is to blame for is no error of who was asked.
  if (code !== 'Client' && !isSendersOwn(event)) span.setStatus({ code: SpanStatusCode.ERROR })
}

function ofExchange(event: ExchangeEnded): Attributes {
  return {
    'rpc.method': event.operation,
    'rpc.response.status_code': event.code,
    'waybill.message_id': event.messageId,
    'waybill.bytes': event.bytes,
    'enduser.id': event.sender,
    'waybill.exchange': event.exchange,
    'waybill.answers': event.answers,
    'waybill.attempt': event.attempt,
    'waybill.outcome': event.outcome,
    'waybill.role': event.role,
    'waybill.soap': event.soap,
    'waybill.attachments': event.attachments,
    'waybill.security': event.security?.verdict,
    ...ofKeys(event.keys),
  }
}

/** Those that may be shown; several values of one key stand in a list. */
function ofKeys(keys: ExchangeEnded['keys'] = []): Attributes {
  const attributes: Record<string, string[]> = {}
  for (const one of keys) {
    if (!('value' in one)) continue
    const name = `waybill.key.${one.name}`
    attributes[name] = [...(attributes[name] ?? []), one.value]
  }
  return attributes
}

function recordJob(span: Span, { exchange, outcome, attempt, operation, keys }: JobSettled): void {
  span.setAttributes({
    'waybill.exchange': exchange,
    'waybill.attempt': attempt,
    'waybill.job': outcome,
    ...ofKeys(keys),
  })
  if (operation !== undefined) span.updateName(`process ${localOf(operation)}`)
  if (outcome === 'retry' || outcome === 'dead') span.setStatus({ code: SpanStatusCode.ERROR })
}

function failureOf({ outcome, code, refusal }: ExchangeEnded): string | undefined {
  if (outcome === 'fault') return code
  return outcome === 'refused' ? refusal : undefined
}

const OWN_FAILURES: readonly Refusal[] = ['unavailable', 'busy']

function isSendersOwn({ outcome, refusal }: ExchangeEnded): boolean {
  return outcome === 'refused' && !OWN_FAILURES.some((one) => one === refusal)
}

function localOf(operation: string): string {
  return operation.slice(operation.indexOf('}') + 1)
}

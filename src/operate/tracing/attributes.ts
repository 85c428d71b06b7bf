/** What spans say, by the names of OpenTelemetry's semantic conventions 1.45; nothing of a message's content. */
import { type Attributes, type Span, SpanStatusCode } from '@opentelemetry/api'
import type { InboundMessage, OutboundMessage, ProtocolFacts } from '../../message/message.js'
import type { Job } from '../../store/queue/job.js'

export function ofReceived({ origin }: InboundMessage): Attributes {
  return {
    'rpc.system.name': 'soap',
    'network.protocol.name': origin.transport,
    'client.address': origin.peer.address,
    'waybill.destination': origin.destination,
  }
}

/** Of a message that came as one of its own, such as a mail. */
export function ofMail({ origin }: InboundMessage): Attributes {
  const { transport, messageId, reference, destination } = origin
  return {
    ...ofMessaging(transport, 'process'),
    'messaging.destination.name': reference?.to ?? destination,
    'messaging.message.id': messageId,
  }
}

export function ofSent({ body, soap, purpose }: OutboundMessage, transport: string): Attributes {
  return {
    'rpc.system.name': 'soap',
    'network.protocol.name': transport,
    'waybill.soap': soap,
    'waybill.purpose': purpose,
    'waybill.characters': body.length,
  }
}

export function ofMessaging(system: string, operation: 'send' | 'receive' | 'process'): Attributes {
  return {
    'messaging.system': system,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
  }
}

/** Tells a span what the transport says while it sends. */
export function factsTo(span: Span): (facts: ProtocolFacts) => void {
  return (facts) => {
    span.setAttributes(facts)
    if (facts['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
  }
}

export function ofJob({ id, kind, label, body }: Job): Attributes {
  return {
    'messaging.system': 'waybill',
    'messaging.destination.name': kind,
    'messaging.message.id': id,
    'messaging.message.body.size': body.length,
    'rpc.method': label.operation,
  }
}

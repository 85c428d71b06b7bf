/** What spans say, by the names of OpenTelemetry's semantic conventions 1.45; nothing of a message's content. */
import type { Attributes } from '@opentelemetry/api'
import type { InboundMessage, OutboundMessage } from '../message/message.js'
import type { Job } from '../queue/job.js'

/** True if answers are messages of their own over the transport of a name, or of a scheme. */
export type IsMail = (transport: string) => boolean

export function ofReceived({ origin }: InboundMessage): Attributes {
  return {
    'rpc.system.name': 'soap',
    'network.protocol.name': origin.transport,
    'client.address': origin.peer.address,
    'waybill.destination': origin.destination,
  }
}

export function ofSent({ body, soap, purpose }: OutboundMessage, to: URL): Attributes {
  const scheme = to.protocol.slice(0, -1)
  return {
    'rpc.system.name': 'soap',
    'network.protocol.name': scheme,
    'server.address': to.hostname || to.pathname.split('@')[1],
    'server.port': to.port === '' ? undefined : Number(to.port),
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

export function ofJob({ id, kind, label, body }: Job): Attributes {
  return {
    'messaging.system': 'waybill',
    'messaging.destination.name': kind,
    'messaging.message.id': id,
    'messaging.message.body.size': body.length,
    'rpc.method': label.operation,
  }
}

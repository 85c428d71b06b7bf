/** Messages for tests, told flat: what is of the origin and what is of the message in one object. */
import type {
  EnvelopeMessage,
  InboundMessage,
  ReportMessage,
} from '../../../src/message/message.js'
import type { Origin } from '../../../src/message/origin.js'

type Origined<Message> = Omit<Message, 'origin' | 'kind' | 'inReplyTo'>

/** Every field that a message of any kind may have. */
export type FlatMessage = Partial<Origin & Origined<EnvelopeMessage> & Origined<ReportMessage>> & {
  readonly inReplyTo?: readonly string[] | undefined
  readonly kind?: InboundMessage['kind']
}

export function flat(message: InboundMessage): FlatMessage {
  const { origin, ...rest } = message
  return { ...origin, ...rest }
}

/** What is said of a message. */
export type MessageOptions = Omit<FlatMessage, 'kind'> & {
  /** Makes it a pick-up of the exchange with this id. */
  readonly pickUp?: string
}

/** A message as one that comes from nobody over memory, but for what is said of it. */
export function messageOf(options: MessageOptions): InboundMessage {
  const { transport = 'memory', peer = {}, destination, messageId, pickUp, ...more } = options
  const { replyTo, reference, recipients, returnPath, answerable, trace, report, ...rest } = more
  const answer = { replyTo, reference, recipients, returnPath, answerable }
  const origin = { transport, peer, destination, messageId, trace, ...answer }
  const mediaType = rest.mediaType ?? 'text/xml'
  if (pickUp !== undefined) return { kind: 'pick-up', origin, mediaType, exchange: pickUp }
  const { body = new Uint8Array(), attachments = [], inReplyTo = [] } = rest
  if (report) return { kind: 'report', origin, mediaType, inReplyTo, report }
  return { ...rest, kind: 'envelope', origin, mediaType, body, attachments }
}

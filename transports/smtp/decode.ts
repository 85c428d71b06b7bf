/** Makes the message that the processor gets of a mail that was read. */
import { createHash } from 'node:crypto'
import { decodeWords } from 'postal-mime'
import {
  type Answerable,
  type Attachment,
  type InboundMessage,
  MEDIA_TYPES,
  type Peer,
  type Reference,
  readTrace,
} from '#transport'
import type { Headers, Part } from '#transport/mime'
import { type Addresses, mailtoOf, type Recipient, readMailbox } from './address.js'
import type { MailLimits } from './options.js'
import { answerableTo, checkLoop } from './policy/automatic.js'
import { readReport } from './report.js'
import { type Found, findEnvelope } from './soap-part.js'
import { SmtpRefusal } from './status.js'

/** What is known of a mail beside what stands in it. */
export interface Delivery {
  readonly recipient: Recipient
  /** Empty for the null one; undefined if nobody has told it. */
  readonly returnPath?: string | undefined
  /** True if it lay in a mailbox: then it says itself that it was delivered there. Default: false. */
  readonly delivered?: boolean
  readonly peer: Peer
}

/** Ids that a mail is taken to answer, at most; the nearest ones. */
const MOST_IDS = 20

/**
 * One mail is as many messages as it has recipients.
 *
 * `inReplyTo` of the message names what this node may have sent: what it put behind a `+` of its
 * address, the `id` of each `<id@domain>` with a domain of its own, other message ids as they stand.
 *
 * @returns undefined for a report that all is well, about which there is nothing to do
 * @throws SmtpRefusal for a mail that cannot be read, holds no envelope, goes in a circle, or says
 *   where its answer goes in another way than by one plain address
 */
export function decode(
  mail: Part,
  { recipient, returnPath, delivered = false, peer }: Delivery,
  own: Addresses,
  limits: MailLimits,
): InboundMessage | undefined {
  const { headers } = mail
  checkLoop(headers, recipient.address, delivered ? 1 : 0, limits)
  const found = findEnvelope(mail, recipient.files)
  const message = found
    ? envelope(mail, found, recipient, returnPath, own)
    : report(mail, recipient, own)
  if (!message) return undefined
  const from = readMailbox(headers.get('from') ?? '')
  message.peer = from === undefined ? peer : { ...peer, mailbox: from.toLowerCase() }
  message.messageId = headers.ids('message-id')[0] ?? digestOf(mail)
  const trace = traceOf(headers)
  if (trace) message.trace = trace
  if (headers.hops > 0) message.hops = headers.hops
  return message
}

/** Of two, nobody could say which is true; the message is as good as without. */
function traceOf(headers: Headers): InboundMessage['trace'] {
  const [parent, ...more] = headers.all('traceparent')
  return more.length > 0 ? undefined : readTrace(parent, headers.all('tracestate').join(','))
}

/** RFC 5322 §3.6.4 has each mail named, not by all; what is sent again has the same bytes then. */
function digestOf({ bytes }: Part): string {
  return `sha256:${createHash('sha256').update(bytes).digest('base64url')}`
}

/** A message to which fields are added: an object that is spread into another one takes microseconds. */
type Draft = { -readonly [Key in keyof InboundMessage]: InboundMessage[Key] }

function envelope(
  { headers }: Part,
  { part, others }: Found,
  recipient: Recipient,
  returnPath: string | undefined,
  own: Addresses,
): Draft {
  const { reference, answerable, replyTo } = answering(headers, recipient, returnPath, own)
  const answered = [...headers.ids('in-reply-to'), ...headers.ids('references').toReversed()]
  const { value, parameters } = part.type
  const message: Draft = {
    transport: 'smtp',
    body: part.body(),
    // The type of a file says nothing of SOAP; the envelope's namespace does.
    mediaType: value === MEDIA_TYPES['1.2'] ? value : MEDIA_TYPES['1.1'],
    charset: parameters.get('charset'),
    destination: recipient.destination,
    action: actionOf(part, headers),
    reference,
    answerable,
    inReplyTo: namedBy(recipient, answered, own),
    attachments: others.map(attachment),
    peer: {},
  }
  if (replyTo) message.replyTo = replyTo
  return message
}

interface Answering {
  readonly reference: Reference
  readonly answerable: Answerable
  readonly replyTo?: URL
}

/**
 * What an answer to a mail needs, whatever is in it.
 *
 * @throws SmtpRefusal if it says where its answer goes in another way than by one plain address
 */
export function answering(
  headers: Headers,
  recipient: Recipient,
  returnPath: string | undefined,
  own: Addresses,
): Answering {
  // The answer goes to Reply-To, else to From, never to Cc.
  const sender = mailbox(headers, 'reply-to') ?? mailbox(headers, 'from')
  const answerable = answerableTo(headers, returnPath, sender, own)
  const reference = referenceOf(headers, recipient)
  if (answerable === 'never' || sender === undefined) return { reference, answerable }
  return { reference, answerable, replyTo: mailtoOf(sender) }
}

/** @returns undefined if all is well */
function report(mail: Part, recipient: Recipient, own: Addresses): Draft | undefined {
  const found = readReport(mail)
  if (!found) throw new SmtpRefusal('554 5.6.0', 'not a SOAP message')
  if (!found.report) return undefined
  return {
    transport: 'smtp',
    body: new Uint8Array(),
    mediaType: mail.type.value,
    destination: recipient.destination,
    answerable: 'never',
    inReplyTo: namedBy(recipient, found.about, own),
    report: found.report,
    attachments: [],
    peer: {},
  }
}

/** @throws SmtpRefusal if the field says something else than one plain address */
function mailbox(headers: Headers, name: 'from' | 'reply-to'): string | undefined {
  const value = headers.get(name)
  if (value === undefined) return undefined
  const address = readMailbox(value)
  if (address === undefined) throw new SmtpRefusal('554 5.6.0', `${name} is not one plain address`)
  return address
}

function namedBy({ token }: Recipient, ids: readonly string[], own: Addresses): readonly string[] {
  const named = ids.map((id) => (id.startsWith('<') ? (own.ownId(id) ?? id) : id))
  return [...new Set(token === undefined ? named : [token, ...named])].slice(0, MOST_IDS)
}

function referenceOf(headers: Headers, { address }: Recipient): Reference {
  const messageId = headers.ids('message-id')[0]
  const subject = headers.get('subject')
  const reference: { -readonly [Key in keyof Reference]: Reference[Key] } = {
    references: headers.ids('references').slice(-MOST_IDS),
    to: address,
  }
  if (messageId !== undefined) reference.messageId = messageId
  if (subject !== undefined) reference.subject = printable(decodeWords(subject))
  return reference
}

/** RFC 5322 §2.1.1: a line has 998 characters at most; a subject that fills one says enough. */
function printable(subject: string): string {
  return [...subject.slice(0, 998)]
    .map((character) => (character < ' ' || character === '\u007f' ? ' ' : character))
    .join('')
}

/** RFC 3902: 1.2 says its action in the media type; 1.1 in a field of the part, or of the mail. */
function actionOf({ type, headers }: Part, mail: Headers): string | undefined {
  const said = headers.get('soapaction') ?? mail.get('soapaction')
  const parameter = type.parameters.get('action')
  if (said === undefined) return parameter || undefined
  const [, quoted, bare] = /^(?:"([^"\s]*)"|([^"\s]+))$/.exec(said) ?? []
  const header = quoted ?? bare
  if (header === undefined) throw new SmtpRefusal('554 5.6.0', 'SOAPAction is not a URI')
  const is12 = type.value === MEDIA_TYPES['1.2']
  return (is12 ? (parameter ?? header) : header) || undefined
}

function attachment({ headers, type, fileName, body }: Part): Attachment {
  return {
    contentType: headers.get('content-type') ?? type.value,
    ...(fileName !== undefined && { name: fileName }),
    body: body(),
  }
}

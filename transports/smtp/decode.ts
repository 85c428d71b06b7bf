/** Makes the message that the processor gets of a mail that was read. */
import { createHash } from 'node:crypto'
import {
  type Attachment,
  type EnvelopeMessage,
  MEDIA_TYPES,
  type Origin,
  type Peer,
  type Reference,
  type ReportMessage,
  readTraceparent,
  type Sliceable,
  type Traceparent,
} from '#transport'
import type { Headers, Part } from '#transport/mime'
import { type Addresses, mailtoTextOf, type Recipient, readMailbox } from './address.js'
import type { ArrivedMail } from './incoming-mail.js'
import type { MailLimits } from './options.js'
import { answerableTo, checkLoop } from './policy/automatic.js'
import { readReport } from './report.js'
import { type Found, findEnvelope, mediaTypeOf, mistakenType, packagingOf } from './soap-part.js'
import { SmtpRefusal } from './status.js'
import { readSubject } from './subject.js'

/** What is known of a mail beside what stands in it. */
export interface Delivery {
  readonly recipient: Recipient
  /** Addresses of this node that the mail is for, whatever their entries. Default: this one. */
  readonly recipients?: readonly string[]
  /** As `messageIdOf` gives it. */
  readonly messageId: string
  /** Empty for the null one; undefined if nobody has told it. */
  readonly returnPath?: string | undefined
  /** True if it lay in a mailbox: then it says itself that it was delivered there. Default: false. */
  readonly delivered?: boolean
  readonly peer: Peer
}

const MIXED = /^multipart\/(?!related)/i
/** Ids that a mail is taken to answer, at most; the nearest ones. */
const MAX_IDS = 20

/**
 * RFC 5322 §3.6.4: "every message SHOULD have a "Message-ID:" field"; what has none is told by its
 * bytes, which are the same when it is sent again.
 *
 * @returns no promise if it has the field
 */
export function messageIdOf({ bytes, read }: ArrivedMail): string | Promise<string> {
  const [id] = read().headers.ids('message-id')
  return id ?? digestOf(bytes)
}

async function digestOf(bytes: Sliceable): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of bytes.stream()) digest.update(piece)
  return `sha256:${digest.digest('base64url')}`
}

/**
 * Makes the message for one recipient; all of a mail share the decoded bytes of its parts.
 *
 * `inReplyTo` of the message names what this node may have sent: what it put behind a `+` of its
 * address, the `id` of each `<id@domain>` with a domain of its own, other message ids as they stand.
 *
 * @returns undefined for a report that all is well, about which there is nothing to do
 * @throws SmtpRefusal for a mail that cannot be read, holds no envelope, goes in a circle, or says
 *   where its answer goes in another way than by one plain address
 */
export async function decode(
  mail: Part,
  { recipient, recipients, messageId, returnPath, delivered = false, peer }: Delivery,
  own: Addresses,
  limits: MailLimits,
): Promise<EnvelopeMessage | ReportMessage | undefined> {
  const { headers } = mail
  checkLoop(headers, recipient.address, delivered ? 1 : 0, limits)
  const found = findEnvelope(mail, recipient.files)
  const from = readMailbox(headers.get('from') ?? '')
  const { senders, open, destination } = recipient
  const to: AnswerTo = found
    ? await answering(headers, recipient, returnPath, own)
    : { answerable: 'never' }
  const origin: Origin = {
    transport: 'smtp',
    peer: from === undefined ? peer : { ...peer, mailbox: from.toLowerCase() },
    destination,
    messageId,
    trace: traceOf(headers),
    recipients: [...new Set(recipients ?? [recipient.address])],
    ...to,
  }
  const arrival = { origin, admission: { senders, open } }
  return found
    ? envelope(mail, found, arrival, { recipient, own })
    : report(mail, recipient, arrival, own)
}

/** Of two, nobody could say which is true; the message is as good as without. */
function traceOf(headers: Headers): Traceparent | undefined {
  const [parent, ...more] = headers.all('traceparent')
  return more.length > 0 ? undefined : readTraceparent(parent, headers.all('tracestate').join(','))
}

type Arrival = Pick<EnvelopeMessage, 'origin' | 'admission'>

async function envelope(
  { headers }: Part,
  found: Found,
  arrival: Arrival,
  { recipient, own }: { readonly recipient: Recipient; readonly own: Addresses },
): Promise<EnvelopeMessage> {
  const { part, others, related } = found
  const answered = [...headers.ids('in-reply-to'), ...headers.ids('references').toReversed()]
  const value = mediaTypeOf(part)
  const body = await part.bytes()
  const attachments: Attachment[] = []
  for (const other of others) attachments.push(await attachment(other))
  return {
    kind: 'envelope',
    ...arrival,
    body,
    // The type of a file says nothing of SOAP; the envelope's namespace does.
    mediaType: value === MEDIA_TYPES['1.2'] ? value : MEDIA_TYPES['1.1'],
    charset: part.type.parameters.get('charset'),
    action: actionOf(part, related ?? part, headers),
    hops: headers.hops > 0 ? headers.hops : undefined,
    inReplyTo: namedBy(recipient, answered, own),
    attachments,
    packaging: packagingOf(found),
  }
}

/** What of an origin tells where its answer goes. */
type AnswerTo = Pick<Origin, 'reference' | 'answerable' | 'replyTo' | 'returnPath'>

/**
 * What an answer to a mail needs, whatever is in it.
 *
 * @throws SmtpRefusal if it says where its answer goes in another way than by one plain address
 */
export async function answering(
  headers: Headers,
  recipient: Recipient,
  returnPath: string | undefined,
  own: Addresses,
): Promise<AnswerTo> {
  // The answer goes to Reply-To, else to From, never to Cc.
  const sender = mailbox(headers, 'reply-to') ?? mailbox(headers, 'from')
  const answerable = answerableTo(headers, returnPath, sender, own)
  const reference = await referenceOf(headers, recipient)
  if (answerable === 'never' || sender === undefined) return { reference, answerable }
  const path = returnPath ? mailtoTextOf(returnPath) : ''
  return { reference, answerable, replyTo: mailtoTextOf(sender), returnPath: path }
}

/** Why a mail without an envelope is refused, for its author to read. */
async function notSoap(mail: Part): Promise<string> {
  const type = await mistakenType(mail)
  return type === undefined
    ? 'not a SOAP message'
    : `the envelope has the type ${type}: expected ${Object.values(MEDIA_TYPES).join(' or ')}`
}

/** @returns undefined if all is well */
async function report(
  mail: Part,
  recipient: Recipient,
  arrival: Arrival,
  own: Addresses,
): Promise<ReportMessage | undefined> {
  const found = await readReport(mail)
  if (!found) throw new SmtpRefusal('554 5.6.0', await notSoap(mail))
  if (!found.report) return undefined
  return {
    kind: 'report',
    ...arrival,
    mediaType: mail.type.value,
    inReplyTo: namedBy(recipient, found.about, own),
    report: found.report,
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

function namedBy({ tokens }: Recipient, ids: readonly string[], own: Addresses): readonly string[] {
  const named = ids.map((id) => (id.startsWith('<') ? (own.ownId(id) ?? id) : id))
  return [...new Set([...tokens, ...named])].slice(0, MAX_IDS)
}

async function referenceOf(headers: Headers, { address }: Recipient): Promise<Reference> {
  const messageId = headers.ids('message-id')[0]
  const subject = headers.get('subject')
  return {
    references: headers.ids('references').slice(-MAX_IDS),
    to: address,
    messageId,
    // Programs send the envelope alone, or as the root of multipart/related; a mail program attaches it.
    ...(headers.hops === 0 && MIXED.test(headers.get('content-type') ?? '') && { byPeople: true }),
    subject: subject === undefined ? undefined : await readSubject(subject),
  }
}

/** RFC 3902: 1.2 says its action in the media type; 1.1 in a field of the part, or of the mail. */
function actionOf({ type, headers }: Part, around: Part, mail: Headers): string | undefined {
  const field = headers.get('soapaction') ?? mail.get('soapaction')
  const parameter = type.parameters.get('action') ?? around.type.parameters.get('action')
  const is12 = mediaTypeOf({ type }) === MEDIA_TYPES['1.2']
  const header = field === undefined ? parameter : unquoted(field)
  const action = is12 ? (parameter ?? header) : header
  // RFC 3986 §2: a URI is of such characters; no protocol has a form for others.
  if (!/^[!-~]*$/.test(action ?? '')) throw new SmtpRefusal('554 5.6.0', 'the action is not a URI')
  return action || undefined
}

/** SOAP 1.1 §6.1.1: `"` URI-reference `"`; some write it without quotes. */
function unquoted(text: string): string {
  const [, quoted, bare] = /^(?:"((?:[^"\\\s]|\\\S)*)"|([^"\\\s]+))$/.exec(text) ?? []
  const action = quoted?.replace(/\\(.)/g, '$1') ?? bare
  if (action === undefined) throw new SmtpRefusal('554 5.6.0', 'SOAPAction is not a URI')
  return action
}

async function attachment({ headers, type, fileName, body }: Part): Promise<Attachment> {
  return {
    contentType: headers.get('content-type') ?? type.value,
    name: fileName,
    id: headers.ids('content-id')[0]?.slice(1, -1),
    fields: headers.original,
    content: await body(),
  }
}

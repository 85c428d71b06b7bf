/** Turns a message into a mail: the addresses of its envelope, its header, and its one part, or two for people. */
import {
  fitsField,
  MEDIA_TYPES,
  type OutboundMessage,
  quotedAction,
  type Reference,
  Undeliverable,
} from '#transport'
import { foldedIds, foldedText, HOPS, type Multipart, transferEncode } from '#transport/mime'
import { randomId, wallTime } from '#transport/time'
import { domainOf } from './address.js'
import type { Destination } from './mailto.js'
import { withAttachments } from './multipart-mail.js'
import { fileNameOf, readableText, subjectOf } from './readable-text.js'

export interface Mail {
  /** Where reports about it go: `local@domain`, or empty for nowhere. */
  readonly returnPath: string
  readonly to: string
  /** Message-ID, with its angle brackets; only of a message. */
  readonly messageId?: string | undefined
  /** Header and body; ASCII in lines with CRLF. */
  readonly content: Buffer
  /** What follows on that, if it has attachments. */
  readonly rest?: Pick<Multipart, 'size' | 'stream'> | undefined
}

export interface Sending {
  /** Mailbox of this node, which its mails are from, as `local@domain`. */
  readonly from: string
  /** True if what goes to `local+anything@domain` arrives where `local@domain` does. */
  readonly plusAddresses: boolean
  /** Tells the addresses of this node, which answers come from that were asked there. Default: none. */
  readonly isOwn?: ((address: string) => boolean) | undefined
}

const AUTOMATIC = {
  request: 'auto-generated',
  reply: 'auto-replied',
  fault: 'auto-replied',
} as const
const MAX_LOCAL_PART_LENGTH = 64

/** @throws Undeliverable for good, for an action that a mail has no place for */
export function encode(
  message: OutboundMessage,
  { mailbox, subject, fields }: Destination,
  sending: Sending,
  now: Date = new Date(wallTime()),
): Mail {
  const { purpose = 'request', inReplyTo, id = randomId(), hops = 1 } = message
  const from = fromOf(inReplyTo, sending)
  const answers = sending.plusAddresses ? withToken(id, from) : from
  const ownId = messageId(id, from)
  const header = [
    ['Date', now.toUTCString().replace('GMT', '+0000')],
    ['From', from],
    ['To', mailbox],
    ...(purpose === 'request' ? [['Reply-To', answers]] : []),
    ['Subject', foldedText(subjectOf(subject, message))],
    ['Message-ID', ownId],
    ...replying(inReplyTo),
    ['Auto-Submitted', AUTOMATIC[purpose]],
    [HOPS, String(hops)],
    ...traceFields(message),
    ...fields.map(([name, value]) => [name, foldedText(value)]),
    ['MIME-Version', '1.0'],
  ]
  // RFC 3834 §3.3, RFC 5321 §4.5.5: what is told about a fault goes to nobody.
  const returnPath = purpose === 'fault' ? '' : answers
  const envelope = { returnPath, to: mailbox, messageId: ownId }
  // SOAP 1.2 Email Binding §4: the mail of a program is the envelope; only people get a text beside it.
  const text = inReplyTo?.byPeople ? textPart(message) : undefined
  const attached = withAttachments(message, () => [
    ...(text ? [text] : []),
    envelopePart(message, purpose),
  ])
  if (attached) {
    const { type, rest } = attached
    const soapAction = content(message, purpose).filter(([name]) => name !== 'Content-Type')
    const head = written([...header, ...soapAction, ['Content-Type', type]])
    const whole = Buffer.from(`${head}\r\n`, 'latin1')
    return { ...envelope, content: whole, rest }
  }
  const parts = text ? withText(text, message, purpose) : envelopePart(message, purpose)
  return {
    ...envelope,
    content: Buffer.concat([Buffer.from(written(header), 'latin1'), parts]),
  }
}

type Purpose = NonNullable<OutboundMessage['purpose']>

function written(fields: readonly (readonly string[])[]): string {
  return fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
}

/** Header fields of the content, an empty line, and the content. */
function part(fields: readonly (readonly string[])[], text: string): Buffer {
  const { encoding, lines } = transferEncode(Buffer.from(text, 'utf8'))
  const head = written([...fields, ['Content-Transfer-Encoding', encoding]])
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), lines])
}

function envelopePart(message: OutboundMessage, purpose: Purpose): Buffer {
  const name = fileNameOf(message)
  const file = name === undefined ? [] : [['Content-Disposition', `attachment; filename="${name}"`]]
  return part([...content(message, purpose), ...file], message.body)
}

/** RFC 2045 §6.7: `=_` is in no text that is quoted-printable or base64. */
const BOUNDARY = '=_waybill'

function textPart(message: OutboundMessage): Buffer {
  return part([['Content-Type', 'text/plain; charset=utf-8']], readableText(message))
}

function withText(text: Buffer, message: OutboundMessage, purpose: Purpose): Buffer {
  const type = [['Content-Type', `multipart/mixed; boundary="${BOUNDARY}"`]]
  const between = Buffer.from(`--${BOUNDARY}\r\n`)
  const end = Buffer.from(`--${BOUNDARY}--\r\n`)
  const head = Buffer.from(`${written(type)}\r\n`, 'latin1')
  return Buffer.concat([head, between, text, between, envelopePart(message, purpose), end])
}

/** Who was asked answers, so that its correspondent knows it again. */
export function fromOf(inReplyTo: Reference | undefined, { from, isOwn }: Sending): string {
  const wanted = inReplyTo?.to
  return wanted !== undefined && isOwn?.(wanted) ? wanted : from
}

/** The id in a form that may stand before the `@` of a Message-ID: the same again for the same id. */
export function messageId(id: string, from: string): string {
  const left = encodeURIComponent(id).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'))
  return `<${left}@${domainOf(from)}>`
}

/** Message-IDs are rewritten on the way, addresses are not: the token tells what an answer is to. */
function withToken(id: string, from: string): string {
  const at = from.lastIndexOf('@')
  const local = `${from.slice(0, at)}+${id}`
  const fits = /^[A-Za-z0-9_-]+$/.test(id) && local.length <= MAX_LOCAL_PART_LENGTH
  return fits ? `${local}${from.slice(at)}` : from
}

/** The W3C defines them for HTTP; in mail they have the same names and values. */
function traceFields({ trace }: OutboundMessage): string[][] {
  if (!trace) return []
  const { parent, state } = trace
  return [['traceparent', parent], ...(state === undefined ? [] : [['tracestate', state]])]
}

/** RFC 5322 §3.6.4 */
export function replying(to: Reference | undefined): string[][] {
  const ids = foldedIds([...(to?.references ?? []), ...(to?.messageId ? [to.messageId] : [])])
  const parent = foldedIds(to?.messageId ? [to.messageId] : [])
  return [
    ...(parent === '' ? [] : [['In-Reply-To', parent]]),
    ...(ids === '' ? [] : [['References', ids]]),
  ]
}

/** RFC 3902 for 1.2, whose action travels in the media type; SOAP 1.1 §6 for 1.1. */
function content({ soap, action }: OutboundMessage, purpose: Purpose): string[][] {
  if (action !== undefined && !fitsField(action)) {
    const shown = JSON.stringify(action.slice(0, 200))
    throw new Undeliverable(`the action ${shown} is not a URI`, { unsent: true })
  }
  const type = `${MEDIA_TYPES[soap]}; charset=utf-8`
  const quoted = quotedAction(action ?? '')
  switch (soap) {
    case '1.2':
      return [['Content-Type', action === undefined ? type : `${type};\r\n action=${quoted}`]]
    case '1.1':
      // SOAP 1.1 §6.1.1: it is a field of requests. Axis2 takes the quotes of one in an answer for a part of the action.
      return [['Content-Type', type], ...(purpose === 'request' ? [['SOAPAction', quoted]] : [])]
  }
}

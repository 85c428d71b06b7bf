/** Turns an outcome into an HTTP answer: status, headers, body. */
import {
  type Document,
  MEDIA_TYPES,
  type OutboundMessage,
  type Outcome,
  quotedAction,
  type Refusal,
  type WrittenPart,
  writtenBody,
} from '#transport'
import { isMultipart, multipart } from '#transport/mime'
import type { HttpSection } from '../section/section.js'
import { answersAt } from './decode-get.js'
import type { FieldsRead } from './header-fields.js'
import { faultStatus, HttpRefusal, refusalStatus } from './status.js'
import { viaHeader } from './via.js'

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: string
  /** In place of the body, as long as Content-Length says: it was written in parts. */
  readonly parts?: readonly WrittenPart[] | undefined
  /** In place of the body, as long as Content-Length says: an envelope with attachments. */
  readonly stream?: (() => AsyncIterable<Uint8Array>) | undefined
}

/**
 * @param section      has the path of the node, below which answers are fetched, and the status of SOAP 1.2's Sender
 * @param challenging  has what a client is told that has to say who it is. Default: it cannot
 */
export function encode(
  outcome: Outcome,
  { basePath, senderFaultStatus }: Pick<HttpSection, 'basePath' | 'senderFaultStatus'>,
  challenging?: { readonly challenge: string | undefined },
): HttpAnswer {
  switch (outcome.kind) {
    // BP 1.1 R1112: 200 or 202 for a message without an envelope in answer.
    case 'accepted':
      return empty(202)
    // RFC 7240 §4.1: 202, and where to fetch the answer.
    case 'pending':
      return empty(202, locationOf(outcome.exchange, basePath))
    // BP 1.1 R1111
    case 'reply':
      return envelope(200, outcome.message)
    case 'fault': {
      const { message, pending } = outcome
      const answer = envelope(faultStatus(outcome, senderFaultStatus), message)
      if (pending === undefined) return answer
      return { ...answer, headers: { ...answer.headers, ...locationOf(pending, basePath) } }
    }
    case 'document':
      return documentAnswer(outcome.fault ? faultStatus(outcome.fault) : 200, outcome.document)
    case 'refused':
      return encodeRefusal(refusalFor(outcome, challenging?.challenge))
  }
}

function locationOf(exchange: string, basePath: string): { readonly Location: string } {
  return { Location: `${answersAt({ basePath })}/${exchange}` }
}

/** For whoever made the client, where the status alone says too little. */
const TEXTS: Readonly<Partial<Record<Refusal, string>>> = {
  unsupported: 'The character encoding is not supported.',
  paused: 'The next node takes no messages now: send the message again later.',
}

function refusalFor(
  { refusal, retryAfter }: Extract<Outcome, { kind: 'refused' }>,
  challenge: string | undefined,
): HttpRefusal {
  // RFC 9110 §15.5.2: a 401 has at least one challenge.
  if (refusal === 'unauthenticated') {
    return challenge === undefined
      ? new HttpRefusal(403, refusal)
      : new HttpRefusal(refusalStatus(refusal), refusal, { 'WWW-Authenticate': challenge })
  }
  // RFC 9110 §10.2.3
  const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) }
  return new HttpRefusal(refusalStatus(refusal), refusal, headers, TEXTS[refusal])
}

export function encodeRefusal({ status, headers, text }: HttpRefusal): HttpAnswer {
  if (text === '') return empty(status, headers)
  const body = `${text}\n`
  const length = Buffer.byteLength(body)
  const about = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': length }
  return { status, headers: { ...headers, ...about }, body }
}

/** RFC 8259 §8.1: JSON has no charset parameter. */
const CHARSET: Readonly<Record<string, string>> = { 'application/json': '' }

function documentAnswer(status: number, { mediaType, text, tag, policy }: Document): HttpAnswer {
  const headers = {
    'Content-Type': `${mediaType}${CHARSET[mediaType] ?? '; charset=UTF-8'}`,
    'Content-Length': Buffer.byteLength(text),
    // RFC 9111 §5.2: a cache asks each time, and no shared one keeps it: who may read it is decided again.
    'Cache-Control': 'private, no-cache',
    // RFC 9110 §12.5.5: what is told at an address depends on what is asked for.
    Vary: 'Accept',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy ?? "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    ...(tag !== undefined && { ETag: `"${tag}"` }),
  }
  return { status, headers, body: text }
}

/** RFC 9110 §13.1.2, §15.4.5: who has the text already gets it no second time; tags are compared weakly. */
export function conditional(answer: HttpAnswer, { fields, method }: FieldsRead): HttpAnswer {
  const { ETag: tag, 'Cache-Control': cache = '', Vary: vary = '' } = answer.headers
  const listed = fields['if-none-match']
  if (tag === undefined || listed === undefined || answer.status !== 200) return answer
  if (method !== 'GET' && method !== 'HEAD') return answer
  const tags = listed.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!tags.includes('*') && !tags.includes(String(tag))) return answer
  return { status: 304, headers: { ETag: tag, 'Cache-Control': cache, Vary: vary }, body: '' }
}

function empty(status: number, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers: { ...headers, 'Content-Length': 0 }, body: '' }
}

function envelope(status: number, message: OutboundMessage): HttpAnswer {
  const { via } = message
  if (isMultipart(message)) {
    const { contentType, size, stream } = multipart(message)
    const about = { 'Content-Type': contentType, 'Content-Length': size }
    return { status, headers: { ...about, ...viaHeader(via) }, body: '', stream }
  }
  const written = writtenBody(message)
  const body = written ? '' : message.body
  const headers = {
    'Content-Type': contentTypeOf(message),
    'Content-Length': written?.size ?? Buffer.byteLength(body),
    ...viaHeader(via),
  }
  return { status, headers, body, parts: written?.parts }
}

const CONTENT_TYPES = {
  '1.1': contentTypeIn('1.1'),
  '1.2': contentTypeIn('1.2'),
}

function contentTypeIn(soap: OutboundMessage['soap']): string {
  return `${MEDIA_TYPES[soap]}; charset=UTF-8`
}

/**
 * RFC 3902 for 1.2, whose action travels in the media type; SOAP 1.1 §6 for 1.1. The charset is in
 * upper case because Ruby's soap4r with REXML 3.3 reads no answer with `utf-8`.
 */
export function contentTypeOf({ soap, action }: OutboundMessage): string {
  const type = CONTENT_TYPES[soap]
  return soap === '1.2' && action !== undefined ? `${type}; action=${quotedAction(action)}` : type
}

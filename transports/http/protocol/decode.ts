/** Reads the head of an HTTP request: target, method, media type, action, length. */
import {
  type AttachmentBounds,
  type DescriptionMessage,
  type EnvelopeMessage,
  MEDIA_TYPES,
  type Peer,
  type PickUpMessage,
  type RetrievalMessage,
  readTraceparent,
  uriInField,
} from '#transport'
import type { HttpBounds } from '../section/bounds.js'
import type { HttpSection } from '../section/section.js'
import { type ContentType, contentType } from './content-type.js'
import { answersAt, decodeGet } from './decode-get.js'
import type { FieldsRead } from './header-fields.js'
import { idempotencyKeyOf, patienceOf } from './preferences.js'
import { unescaped } from './quoted.js'
import { Remembered } from './remembered.js'
import { ANSWERS, HttpRefusal, MESSAGES, methodRefusal } from './status.js'
import { parameters, segments, target } from './target.js'
import { MAX_VIA, readVia } from './via.js'

/** The message, without the bytes of an envelope: it gets them once they are there, which is faster than a copy. */
export type Head = EnvelopeHead | RetrievalMessage | PickUpMessage | DescriptionMessage

export interface EnvelopeHead extends EnvelopeMessage {
  /** Empty until it has come. */
  body: Uint8Array
  spool: EnvelopeMessage['spool']
  /** Content-Type of an envelope with attachments. Default: it comes alone. */
  readonly related?: string | undefined
}

export type ContentCoding = 'identity' | 'gzip' | 'deflate'

/** Bytes of the headers of parts, and of what is no part. */
export const PART_HEADERS = 64 * 1024

/** What a head is read by. */
interface Decoding {
  readonly options: HttpSection
  readonly bounds: AttachmentBounds
  readonly fields: Fields
}

/** Header fields whose values clients repeat. */
export interface Fields {
  readonly types: Remembered<ContentType>
  readonly actions: Remembered<string>
}

export function rememberedFields(): Fields {
  return { types: new Remembered(contentType), actions: new Remembered(soapAction) }
}

/**
 * @param peer  its sender
 * @throws HttpRefusal for a request that this binding does not take
 */
export function decode(
  request: FieldsRead,
  peer: Peer,
  { options, bounds, fields }: Decoding,
): Head {
  const { path, query } = target(request, options)
  const [destination, operation, ...more] = segments(path, options.basePath)
  if (more.length > 0) throw new HttpRefusal(404, 'no such path')
  const field = request.fields
  const admission = admissionOf(options)
  if (request.method === 'GET' || request.method === 'HEAD') {
    const target = { destination, operation, query: parameters(query) }
    return { ...decodeGet(request, target, options, peer), admission }
  }
  if (operation !== undefined) throw methodRefusal(request.method, ANSWERS)
  if (request.method !== 'POST') throw methodRefusal(request.method, MESSAGES)
  const { mediaType, charset, action, related } = fields.types.of(field['content-type'] ?? '')
  checkLength(request, options, related === undefined ? undefined : bounds)
  const stated = field.soapaction
  const type = stated === undefined || stated === '' ? undefined : fields.actions.of(stated)
  // node:http joins the values of a repeated field, and the result is no valid traceparent.
  const trace = readTraceparent(field.traceparent, field.tracestate)
  return {
    kind: 'envelope',
    origin: { transport: 'http', peer, destination, trace },
    admission,
    mediaType,
    body: NO_BYTES,
    spool: undefined,
    charset,
    action: mediaType === MEDIA_TYPES['1.2'] ? (action ?? type) : (type ?? action),
    patience: patienceOf(request),
    answersAt: answersAt(options),
    idempotencyKey: idempotencyKeyOf(request),
    via: viaOf(request),
    attachments: NO_ATTACHMENTS,
    packaging: undefined,
    related,
  }
}

const NO_BYTES = new Uint8Array()
const NO_ATTACHMENTS: EnvelopeMessage['attachments'] = []

/**
 * Refuses requests that this node and a proxy before it could read differently (request smuggling).
 *
 * @throws HttpRefusal
 */
export function checkFraming(request: FieldsRead, { maxHeaders }: HttpBounds): void {
  const { rawHeaders, httpVersion, fields } = request
  // node:http also parses requests that say HTTP/0.9 or HTTP/2.0 but look like HTTP/1.1.
  if (httpVersion === '0.9') throw new HttpRefusal(400, 'no HTTP version')
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new HttpRefusal(505, `HTTP/${httpVersion}`)
  }
  if (rawHeaders.length / 2 > maxHeaders) throw new HttpRefusal(431, 'too many header lines')
  // RFC 9112 §3.2: "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1
  // request message that lacks a Host header field and to any request message that contains more
  // than one Host header field line or a Host header field with an invalid field value."
  const hosts = count(rawHeaders, 'host')
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
    throw new HttpRefusal(400, 'not one Host')
  if (hosts === 1 && !/^[A-Za-z0-9._~%!$&'()*+,;=:[\]-]*$/.test(fields.host ?? '')) {
    throw new HttpRefusal(400, `Host ${fields.host}`)
  }
  const coding = fields['transfer-encoding']
  // RFC 9112 §6.1: Transfer-Encoding in HTTP/1.0 is faulty framing.
  if (coding !== undefined && httpVersion === '1.0') {
    throw new HttpRefusal(400, 'Transfer-Encoding in HTTP/1.0')
  }
  // node:http requires "chunked" to be the last coding, and ignores the codings before it.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new HttpRefusal(400, `Transfer-Encoding ${coding}`)
  }
  if (count(rawHeaders, 'content-type') > 1)
    throw new HttpRefusal(400, 'more than one Content-Type')
}

/**
 * SOAP 1.1 §6.1.1: `soapaction = "SOAPAction" ":" [ <"> URI-reference <"> ]`. Some clients leave the quotes
 * out: what stands there is read the same way if it can be read in one way only.
 */
function soapAction(value: string): string {
  const [, , quoted, bare] = /^("((?:[^"\\\s]|\\\S)*)"|([^"\s]*))$/.exec(value) ?? []
  const uri = quoted === undefined ? bare : unescaped(quoted)
  if (uri === undefined) throw new HttpRefusal(400, `SOAPAction ${value}`)
  return uriInField(uri)
}

/** @param bounds  undefined for an envelope that comes alone */
function checkLength(
  request: FieldsRead,
  options: HttpSection,
  bounds: AttachmentBounds | undefined,
): void {
  const length = request.fields['content-length']
  const chunked = request.fields['transfer-encoding'] !== undefined
  if (length === undefined && !chunked) {
    throw new HttpRefusal(411, 'no Content-Length')
  }
  if (length === undefined) return
  const more = bounds ? mostOf(bounds) : 0
  if (Number(length) > options.maxBody + more) {
    throw new HttpRefusal(413, bounds ? 'attachments.maxTotal' : 'http.maxBody')
  }
}

/** Bytes that attachments can have on their way: base64 in short lines is half as much again. */
function mostOf({ maxTotal }: AttachmentBounds): number {
  return Math.ceil(1.5 * maxTotal) + PART_HEADERS
}

/** @throws HttpRefusal 415 for a coding that this binding does not decode */
export function contentCoding(request: FieldsRead): ContentCoding {
  const value = (request.fields['content-encoding'] ?? 'identity').trim().toLowerCase()
  switch (value) {
    case '':
    case 'identity':
      return 'identity'
    case 'gzip':
    case 'x-gzip':
      return 'gzip'
    case 'deflate':
      return 'deflate'
    default:
      // RFC 9110 §8.4: 415, with the accepted codings in Accept-Encoding.
      throw new HttpRefusal(
        415,
        `content coding ${value}`,
        { 'Accept-Encoding': 'gzip, deflate, identity' },
        'Content-Encoding must be gzip, deflate or identity.',
      )
  }
}

/**
 * @returns true if the peer waits for 100 (Continue) before it sends the body
 * @throws HttpRefusal 417 for any other expectation (RFC 9110 §10.1.1)
 */
export function awaitsContinue({ fields: { expect }, httpVersion }: FieldsRead): boolean {
  // RFC 9110 §10.1.1: "A server that receives a 100-continue expectation in an HTTP/1.0 request
  // MUST ignore that expectation."
  if (expect === undefined || httpVersion === '1.0') return false
  if (expect.toLowerCase() === '100-continue') return true
  throw new HttpRefusal(417, `Expect ${expect}`)
}

/** The nodes that the message has passed. */
function viaOf({ fields }: FieldsRead): EnvelopeMessage['via'] {
  const via = readVia(fields.via)
  if (via && via.length > MAX_VIA) throw new HttpRefusal(431, 'too many nodes in Via')
  return via
}

/** Counts the header lines with a name; `name` is in lower case. */
function count(rawHeaders: readonly string[], name: string): number {
  let lines = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] ?? ''
    if (line.length === name.length && line.toLowerCase() === name) lines += 1
  }
  return lines
}

function admissionOf({ senders, public: open }: HttpSection): EnvelopeMessage['admission'] {
  return senders && { senders, open }
}

/** Reads the head of an HTTP request: target, method, media type, action, length. */
import type { IncomingMessage } from 'node:http'
import {
  type EnvelopeMessage,
  MEDIA_TYPES,
  type PickUpMessage,
  type RetrievalMessage,
  readTraceparent,
} from '#transport'
import { idempotencyKeyOf, patienceOf, preferredType } from './preferences.js'
import type { HttpSection } from './section.js'
import { HttpRefusal } from './status.js'
import { parameters, segments, target } from './target.js'
import { MOST_VIA, readVia } from './via.js'

/** Everything of the message but the envelope's bytes. */
export type Head = Omit<EnvelopeMessage, 'body'> | RetrievalMessage | PickUpMessage

export type ContentCoding = 'identity' | 'gzip' | 'deflate'

const ACCEPTED = Object.values(MEDIA_TYPES)

/** Last but one segment of the path where an answer is fetched. */
export const EXCHANGES = 'exchanges'

/** @throws HttpRefusal for a request that this binding does not take */
export function decode(request: IncomingMessage, options: HttpSection): Head {
  checkFraming(request, options)
  const { path, query } = target(request, options)
  const [destination, operation, ...more] = segments(path, options.basePath)
  if (more.length > 0) throw new HttpRefusal(404, 'no such path')
  const { socket, headers } = request
  const peer = { address: socket.remoteAddress }
  const admission = admissionOf(options)
  if (operation !== undefined) {
    if (request.method !== 'GET') throw new HttpRefusal(405, 'method', { Allow: 'GET' })
    if (destination === EXCHANGES) {
      const mediaType = preferredType(request)
      return {
        kind: 'pick-up',
        admission,
        origin: { transport: 'http', peer },
        mediaType,
        exchange: operation,
      }
    }
    // SOAP 1.2 Part 2 §6.3: the SOAP Response exchange has a request without envelope.
    const origin = { transport: 'http', peer, destination }
    const mediaType = MEDIA_TYPES['1.2']
    return {
      kind: 'retrieval',
      origin,
      admission,
      mediaType,
      operation,
      parameters: parameters(query),
    }
  }
  if (request.method !== 'POST') throw new HttpRefusal(405, 'method', { Allow: 'POST' })
  const { mediaType, charset, action } = contentType(request)
  checkLength(request, options)
  const said = soapAction(request)
  // node:http joins the values of a repeated field, and the result is no valid traceparent.
  const trace = readTraceparent(headers.traceparent?.toString(), headers.tracestate?.toString())
  return {
    kind: 'envelope',
    origin: { transport: 'http', peer, destination, trace },
    admission,
    mediaType,
    charset,
    action: mediaType === MEDIA_TYPES['1.2'] ? (action ?? said) : (said ?? action),
    patience: patienceOf(request),
    idempotencyKey: idempotencyKeyOf(request),
    via: viaOf(request),
    attachments: [],
  }
}

/** Refuses requests that this node and a proxy before it could read differently (request smuggling). */
function checkFraming(request: IncomingMessage, { maxHeaders }: HttpSection): void {
  const { rawHeaders, httpVersion, headers } = request
  // node:http also parses requests that say HTTP/0.9 or HTTP/2.0 but look like HTTP/1.1.
  if (httpVersion === '0.9') throw new HttpRefusal(400, 'no HTTP version')
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw new HttpRefusal(505, 'HTTP version')
  if (rawHeaders.length / 2 > maxHeaders) throw new HttpRefusal(431, 'too many header lines')
  // RFC 9112 §3.2: "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1
  // request message that lacks a Host header field and to any request message that contains more
  // than one Host header field line or a Host header field with an invalid field value."
  const hosts = count(rawHeaders, 'host')
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0'))
    throw new HttpRefusal(400, 'not one Host')
  if (hosts === 1 && !/^[A-Za-z0-9._~%!$&'()*+,;=:[\]-]*$/.test(headers.host ?? '')) {
    throw new HttpRefusal(400, 'not a Host')
  }
  const coding = headers['transfer-encoding']
  // RFC 9112 §6.1: Transfer-Encoding in HTTP/1.0 is faulty framing.
  if (coding !== undefined && httpVersion === '1.0') {
    throw new HttpRefusal(400, 'Transfer-Encoding in HTTP/1.0')
  }
  // node:http requires "chunked" to be the last coding, and ignores the codings before it.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new HttpRefusal(400, 'not one transfer coding')
  }
  if (count(rawHeaders, 'content-type') > 1)
    throw new HttpRefusal(400, 'more than one Content-Type')
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const MEDIA_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*(?:;|$)`)
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?`,
  'y',
)

interface ContentType {
  readonly mediaType: string
  readonly charset: string | undefined
  readonly action: string | undefined
}

/** RFC 9110 §8.3.1 */
function contentType(request: IncomingMessage): ContentType {
  const value = request.headers['content-type']?.trim() ?? ''
  const mediaType = MEDIA_TYPE.exec(value)?.[1]?.toLowerCase()
  if (mediaType === undefined || !ACCEPTED.includes(mediaType)) throw unsupported()
  const found = new Map<string, string>()
  PARAMETER.lastIndex = mediaType.length
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value)
    if (!match) throw unsupported()
    const [, name, token, quoted] = match
    if (name === undefined) continue
    // Readers choose differently if a parameter is repeated.
    if (found.has(name.toLowerCase())) throw unsupported()
    found.set(name.toLowerCase(), token ?? (quoted ?? '').replace(/\\(.)/g, '$1'))
  }
  return { mediaType, charset: found.get('charset'), action: found.get('action') }
}

function unsupported(): HttpRefusal {
  return new HttpRefusal(415, 'media type', { Accept: ACCEPTED.join(', ') })
}

/** SOAP 1.1 §6.1.1: `soapaction = "SOAPAction" ":" [ <"> URI-reference <"> ]`. */
function soapAction(request: IncomingMessage): string | undefined {
  const value = request.headers.soapaction
  if (value === undefined || value === '') return undefined
  const quoted = typeof value === 'string' ? /^"([^"\s]*)"$/.exec(value) : undefined
  if (!quoted) throw new HttpRefusal(400, 'SOAPAction is not a quoted URI')
  return quoted[1]
}

function checkLength(request: IncomingMessage, options: HttpSection): void {
  const length = request.headers['content-length']
  const chunked = request.headers['transfer-encoding'] !== undefined
  if (length === undefined && (!chunked || options.requireContentLength)) {
    throw new HttpRefusal(411, 'no Content-Length')
  }
  if (length !== undefined && Number(length) > options.maxBody)
    throw new HttpRefusal(413, 'http.maxBody')
}

/** @throws HttpRefusal 415 for a coding that this binding does not decode */
export function contentCoding(request: IncomingMessage): ContentCoding {
  const value = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
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
      throw new HttpRefusal(415, 'content coding', { 'Accept-Encoding': 'gzip, deflate, identity' })
  }
}

/**
 * @returns true if the peer waits for 100 (Continue) before it sends the body
 * @throws HttpRefusal 417 for any other expectation (RFC 9110 §10.1.1)
 */
export function awaitsContinue({ headers: { expect }, httpVersion }: IncomingMessage): boolean {
  // RFC 9110 §10.1.1: "A server that receives a 100-continue expectation in an HTTP/1.0 request
  // MUST ignore that expectation."
  if (expect === undefined || httpVersion === '1.0') return false
  if (expect.toLowerCase() === '100-continue') return true
  throw new HttpRefusal(417, 'expectation')
}

/** The nodes that the message has passed. */
function viaOf({ headers }: IncomingMessage): EnvelopeMessage['via'] {
  const via = readVia(headers.via)
  if (via && via.length > MOST_VIA) throw new HttpRefusal(431, 'too many nodes in Via')
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

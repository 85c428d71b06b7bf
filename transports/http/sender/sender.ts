/** Sends an envelope by HTTP POST and reads the answer, within limits and a deadline. */
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
// File by file: the whole of undici, with what browsers have, takes as long to load as a tenth of a start.
import request from 'undici/lib/api/api-request.js'
import Agent from 'undici/lib/dispatcher/agent.js'
import {
  type Acceptance,
  type Access,
  type AttachmentBounds,
  Batches,
  defaultBounds,
  type EnvelopeMessage,
  type Guard,
  MEDIA_TYPES,
  type OutboundMessage,
  quotedAction,
  type Spool,
  type Traceparent,
  Undeliverable,
  urlIn,
  writtenBody,
} from '#transport'
import { isMultipart, multipart } from '#transport/mime'
import { EXCHANGES } from '../protocol/decode-get.js'
import { contentTypeOf } from '../protocol/encode.js'
import { factsOfAnswer, factsOfCall } from '../protocol/span-attributes.js'
import { readVia, viaHeader } from '../protocol/via.js'
import { authorization, credentials, NotPinned } from './access.js'
import { type AnswerHeader, readAnswerBody } from './answer.js'
import { guardedLookup, isRefused, type Lookup, NotAllowed } from './guard.js'
import { NotingDispatcher } from './noting-dispatcher.js'

export interface SenderOptions {
  /** Bytes of an answer. */
  readonly maxBody: number
  /** Resolves names for guarded sends. Default: by the system. */
  readonly lookup?: Lookup
  /** How much may come beside an answer. Default: the usual bounds. */
  readonly bounds?: AttachmentBounds | undefined
}

/** See `send` of a transport. */
export interface SendingWay {
  readonly guard?: Guard | undefined
  readonly access?: Access | undefined
  readonly spool?: Spool | undefined
}

/** BP 1.1 R1112: a success that has no envelope comes with 200 or 202; some servers say 204. */
const WITHOUT_ENVELOPE = new Set([200, 202, 204])

/** RFC 9110 §15.3.3: "the request has been accepted for processing, but the processing has not been completed". */
const ONLY_ACCEPTED = 202

/** Of an answer over https:; undici does not tell the version. */
const OVER_TLS = { tls: { protocol: 'TLS' } }

export class HttpSender {
  readonly #options: SenderOptions
  readonly #bounds: AttachmentBounds
  /**
   * Separate connections, so that no guarded send uses a connection that was made without its guard, and
   * no send uses one with the credentials of another destination.
   */
  readonly #agents = new Map<Guard | undefined, Map<Access | undefined, Agent>>()
  readonly #batches = new Batches()
  #closed = false

  constructor(options: SenderOptions) {
    this.#options = options
    this.#bounds = options.bounds ?? defaultBounds()
  }

  /**
   * @returns the answer, or undefined if the status says that there is none
   * @throws Undeliverable
   */
  async send(...sent: Parameters<HttpSender['ask']>): Promise<EnvelopeMessage | undefined> {
    const answer = await this.ask(...sent)
    return answer.kind === 'envelope' ? answer : undefined
  }

  /**
   * @returns the answer, or what the other side says of a message that it only accepted
   * @throws Undeliverable
   */
  async ask(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    { guard, access, spool }: SendingWay = {},
  ): Promise<EnvelopeMessage | Acceptance> {
    if (this.#closed) {
      throw new Undeliverable(`nothing is sent to ${to.origin} any more`, { notTaken: true })
    }
    const dispatcher = new NotingDispatcher(this.#dispatcher(guard, access), signal)
    try {
      if (guard && isRefused(to, guard)) throw new NotAllowed()
      // Redirects are never followed: neither message nor credentials go elsewhere.
      message.reportFacts?.(factsOfCall(to))
      const content = contentOf(message)
      const { statusCode, headers, body } = await request.call(dispatcher, {
        method: 'POST',
        origin: to.origin,
        path: `${to.pathname}${to.search}`,
        signal,
        headers: {
          'content-type': content.contentType,
          ...(content.size !== undefined && { 'content-length': String(content.size) }),
          accept: `${MEDIA_TYPES[message.soap]}, */*;q=0.1`,
          // SOAP 1.1 §6.1.1: "An HTTP client MUST use this header field when issuing a SOAP HTTP
          // Request."
          ...(message.soap === '1.1' && { soapaction: quotedAction(message.action ?? '') }),
          ...authorization(access),
          ...idempotencyKey(message),
          ...viaHeader(message.via),
          ...traceHeaders(message.trace),
        },
        body: content.body,
      })
      message.reportFacts?.(factsOfAnswer(statusCode))
      const answer = await readAnswerBody(body, headerOf(headers), {
        maxBody: this.#options.maxBody,
        bounds: this.#bounds,
        spool,
      })
      await this.#batches.next()
      const { length } = answer.body
      if (WITHOUT_ENVELOPE.has(statusCode) && length === 0) {
        if (message.answerExpected && statusCode !== ONLY_ACCEPTED) throw noAnswer(to, statusCode)
        return acceptance(headers.location?.toString(), to)
      }
      if (length === 0 || !answer.mediaType.endsWith('xml')) {
        throw new Undeliverable(`${to.origin} answered HTTP ${statusCode} without an envelope`, {
          permanent: isPermanent(statusCode),
          answered: isSuccess(statusCode),
        })
      }
      return {
        kind: 'envelope',
        origin: { transport: 'http', peer: to.protocol === 'https:' ? OVER_TLS : {} },
        ...answer,
        via: readVia(headers.via?.toString()),
      }
    } catch (error) {
      if (error instanceof Undeliverable) throw error
      throw new Undeliverable(reasonOf(error, to), {
        cause: error,
        late: isLate(error),
        unsent: isUnwritable(error),
        notTaken: !dispatcher.begun,
      })
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const agents = [...this.#agents.values()].flatMap((byAccess) => [...byAccess.values()])
    await Promise.all(agents.map((agent) => agent.destroy()))
  }

  #dispatcher(guard: Guard | undefined, access: Access | undefined): Dispatcher {
    const byAccess = this.#agents.get(guard) ?? new Map<Access | undefined, Agent>()
    this.#agents.set(guard, byAccess)
    const existing = byAccess.get(access)
    if (existing) return existing
    const { connections } = access ?? {}
    const agent = new Agent({
      // The caller's signal is the one deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(connections !== undefined && { connections }),
      connect: {
        ...credentials(access),
        ...(guard && { lookup: guardedLookup(guard, this.#options.lookup) }),
      },
    })
    byAccess.set(access, agent)
    return agent
  }
}

/** RFC 7240 §4.1: Location says where the answer will be; of a node of this kind, it ends with the exchange. */
function acceptance(location: string | undefined, to: URL): Acceptance {
  const url = location === undefined ? undefined : urlIn(location, to.href)
  if (!url) return { kind: 'accepted' }
  const { href, pathname } = url
  const [, exchange] = new RegExp(`/${EXCHANGES}/([^/]+)$`).exec(pathname) ?? []
  return { kind: 'accepted', exchange, location: href }
}

function headerOf(fields: IncomingHttpHeaders): AnswerHeader {
  const length = Number(fields['content-length'])
  return {
    contentType: String(fields['content-type'] ?? ''),
    length: Number.isSafeInteger(length) ? length : undefined,
  }
}

/** The message was processed: sent again it could be processed twice. */
function noAnswer(to: URL, status: number): Undeliverable {
  const sentence = `${to.origin} answered HTTP ${status} without an envelope, and an answer is expected`
  return new Undeliverable(sentence, { answered: true, permanent: true })
}

/** A string of a structured field (RFC 8941 §3.3.3), which needs no escaping. */
function idempotencyKey({
  id = '',
  once = false,
}: OutboundMessage): Readonly<Record<string, string>> {
  return once && /^[!#-[\]-~]+$/.test(id) ? { 'idempotency-key': `"${id}"` } : {}
}

function traceHeaders(trace: Traceparent | undefined): Readonly<Record<string, string>> {
  if (!trace) return {}
  const { parent, state } = trace
  return { traceparent: parent, ...(state !== undefined && { tracestate: state }) }
}

/** RFC 9110 §15.5: the request is in error. Three of these statuses allow to try again. */
function isPermanent(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

/** What comes with another status is perhaps of a gateway, whose node is away. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** True for the error of `signalAfter`. */
function isLate(error: unknown): boolean {
  return (error as { name?: string }).name === 'TimeoutError'
}

/** True for undici's error for a header field that HTTP has no form for, such as an action beyond Latin-1. */
function isUnwritable(error: unknown): boolean {
  return (error as { code?: string }).code === 'UND_ERR_INVALID_ARG'
}

function reasonOf(error: unknown, to: URL): string {
  if (isUnwritable(error)) return `no request to ${to.origin} can be made of it: ${error}`
  if (error instanceof NotAllowed) return `messages may not go to ${to.origin}`
  if (error instanceof NotPinned) return `${to.origin} shows a certificate that is not pinned`
  const { name, code } = error as { name?: string; code?: string }
  if (isLate(error)) return `${to.origin} did not answer in time`
  if (name === 'AbortError') return `the call to ${to.origin} was given up`
  return `${to.origin} cannot be reached (${code ?? name ?? 'unknown error'})`
}

/** A long body is sent in the parts that it was written in. */
function contentOf(message: OutboundMessage): {
  readonly contentType: string
  readonly body: Buffer | Readable
  /** In bytes. Default: the body tells it. */
  readonly size?: number
} {
  if (isMultipart(message)) {
    const whole = multipart(message)
    return { ...whole, body: Readable.from(whole.stream()) }
  }
  const contentType = contentTypeOf(message)
  const written = writtenBody(message)
  if (!written) return { contentType, body: Buffer.from(message.body) }
  const { parts, size } = written
  const body = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))
  return { contentType, body: Readable.from(body), size }
}

/** Sends an envelope by HTTP POST and reads the answer, within limits and a deadline. */
import { Agent, type Dispatcher, request } from 'undici'
import {
  type Guard,
  type InboundMessage,
  MEDIA_TYPES,
  type OutboundMessage,
  Undeliverable,
} from '#transport'
import { contentTypeOf } from './encode.js'
import { guardedLookup, isRefused, type Lookup, NotAllowed } from './guard.js'

export interface SenderOptions {
  /** Bytes of an answer. */
  readonly maxBody: number
  /** Finds the addresses of a name for guarded sends. Default: as the system does. */
  readonly lookup?: Lookup
}

/** BP 1.1 R1112: a success that has no envelope comes with 200 or 202; some servers say 204. */
const WITHOUT_ENVELOPE = new Set([200, 202, 204])

export class HttpSender {
  readonly #options: SenderOptions
  // The caller's signal is the one deadline; redirects are never followed.
  readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  /** Kept apart, so that no guarded send goes over a connection that was made without its guard. */
  readonly #guarded = new Map<Guard, Agent>()

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * @returns the answer, or undefined where HTTP says that there is none
   * @throws Undeliverable
   */
  async send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    guard?: Guard,
  ): Promise<InboundMessage | undefined> {
    try {
      if (guard && isRefused(to, guard)) throw new NotAllowed()
      const { statusCode, headers, body } = await request(to, {
        method: 'POST',
        dispatcher: this.#dispatcher(guard),
        signal,
        headers: {
          'content-type': contentTypeOf(message),
          accept: `${MEDIA_TYPES[message.soap]}, */*;q=0.1`,
          // SOAP 1.1 §6.1.1: "An HTTP client MUST use this header field when issuing a SOAP HTTP
          // Request."
          ...(message.soap === '1.1' && { soapaction: `"${message.action ?? ''}"` }),
        },
        body: Buffer.from(message.body, 'utf8'),
      })
      const bytes = await this.#collect(body)
      if (WITHOUT_ENVELOPE.has(statusCode) && bytes.length === 0) return undefined
      const type = mediaTypeOf(headers['content-type'])
      if (bytes.length === 0 || !type.mediaType.endsWith('xml')) {
        throw new Undeliverable(`${to.origin} answered HTTP ${statusCode} without an envelope`, {
          permanent: isPermanent(statusCode),
        })
      }
      return { transport: 'http', body: bytes, ...type, attachments: [], peer: {} }
    } catch (error) {
      if (error instanceof Undeliverable) throw error
      throw new Undeliverable(reasonOf(error, to), { cause: error })
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent, ...this.#guarded.values()].map((agent) => agent.destroy()))
  }

  #dispatcher(guard: Guard | undefined): Dispatcher {
    if (!guard) return this.#agent
    const known = this.#guarded.get(guard)
    if (known) return known
    const connect = { lookup: guardedLookup(guard, this.#options.lookup) }
    const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect })
    this.#guarded.set(guard, agent)
    return agent
  }

  async #collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body) {
      length += chunk.length
      if (length > this.#options.maxBody) {
        throw new Undeliverable(`the answer has more than ${this.#options.maxBody} bytes`)
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

/** RFC 9110 §15.5: the request is in error. Three of these say that it may be sent again. */
function isPermanent(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

function mediaTypeOf(header: string | string[] | undefined): {
  mediaType: string
  charset?: string
} {
  const value = String(header ?? '')
  const mediaType = (value.split(';')[0] ?? '').trim().toLowerCase()
  const charset = /;[ \t]*charset="?([^\s";]+)/i.exec(value)?.[1]
  return charset === undefined ? { mediaType } : { mediaType, charset }
}

function reasonOf(error: unknown, to: URL): string {
  if (error instanceof NotAllowed) return `messages may not go to ${to.origin}`
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return `${to.origin} did not answer in time`
  if (name === 'AbortError') return `the call to ${to.origin} was given up`
  return `${to.origin} cannot be reached (${code ?? name ?? 'unknown error'})`
}

/** One connection of a peer: runs its requests one after the other, and closes without losing an answer. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type BodyTurns, type Peer, securedPeer, type WrittenPart } from '#transport'
import { clearTimeout, setTimeout } from '#transport/time'
import type { HttpAnswer } from '../protocol/encode.js'
import { closesConnection } from '../protocol/status.js'
import type { HttpBounds } from '../section/bounds.js'
import type { HttpSection } from '../section/section.js'
import { type CountedRequest, Intake } from './body-reader.js'

/** Milliseconds for which a half-closed connection still reads, so that the peer can read its answer. */
const LINGER = 2_000
const SLICE = 64 * 1024
/** Characters that are no more than a slice, whatever they are. */
const SHORT = SLICE / 3
/** Requests that may wait behind the running one; with more of them, reading pauses. */
const MAX_WAITING = 16
/** The same for requests that are only read over. */
const MAX_DROPPED = 256

/** What one connection may do. */
type Limits = Pick<HttpSection, 'maxRequestsPerConnection'> & Pick<HttpBounds, 'writeTimeout'>

/** A request that came on it. */
export interface Taken {
  readonly request: CountedRequest
  readonly response: ServerResponse
}

/** Answers a request. */
export type Serve = (taken: Taken, connection: Connection) => Promise<void>

export class Connection {
  /** Who is at the other end. */
  readonly peer: Peer
  readonly #socket: Socket
  readonly #limits: Limits
  readonly #serve: Serve
  readonly #intake: Intake
  readonly #waiting: Taken[] = []
  #taken = 0
  /** True while requests run. */
  #runs = false
  /** Until the last of them has run. */
  #last: Promise<void> = Promise.resolve()
  #current: IncomingMessage | undefined
  #closing = false
  #refusing = false
  /** From the last call on: the requests that will not be run. */
  #dropped: Set<IncomingMessage> | undefined

  constructor(socket: Socket, limits: Limits, turns: BodyTurns, serve: Serve) {
    this.peer = {
      address: socket.remoteAddress,
      ...(socket instanceof TLSSocket && securedPeer(socket)),
    }
    this.#socket = socket
    this.#limits = limits
    this.#serve = serve
    this.#intake = new Intake(socket, turns)
    // node:http calls this after the last answer. Destroying the socket at once makes the kernel
    // reset the connection if the peer is still sending, and the peer may lose the answer.
    socket.destroySoon = () => this.#linger()
    // node:http resumes the socket at the end of each request that it has parsed.
    socket.on('resume', () => this.#hold())
  }

  /** True once no further request is taken: those already taken are still answered. */
  get closing(): boolean {
    return this.#closing || this.#refusing
  }

  /** True if no request runs or waits; a part of a header may have come. */
  get idle(): boolean {
    return this.#current === undefined && this.#waiting.length === 0 && !this.closing
  }

  /** Runs one exchange after the ones before it, because a peer may pipeline its requests. */
  take(taken: Taken): void {
    const { request } = taken
    this.#waiting.push(taken)
    this.#intake.begin(request)
    if (this.#current) this.#drop(request)
    this.#hold()
    if (!this.#runs) this.#last = this.#run()
  }

  async #run(): Promise<void> {
    this.#runs = true
    // What was read together with its header is parsed first: it may be wrong with the request.
    await undefined
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { request } = next
      if (this.#waiting.length <= MAX_WAITING && this.#socket.isPaused()) this.#socket.resume()
      if (this.#closing || this.#socket.destroyed) continue
      if (this.#dropped?.has(request)) this.#end()
      // The rest of this request could not be parsed, and will be refused.
      else if (!this.#refusing || request.complete) {
        this.#current = request
        this.#taken += 1
        await this.#serve(next, this)
        this.#current = undefined
      }
    }
    this.#runs = false
  }

  /**
   * The running request is the last one, and who is idle or has gone is let go. That a peer has gone shows
   * behind all that it has sent, so requests that wait are read over.
   */
  lastCall(): void {
    this.#dropped = new Set()
    if (this.idle || this.#hasGone) this.#socket.destroy()
    for (const { request } of this.#waiting) this.#drop(request)
    this.#socket.resume()
  }

  #drop(request: IncomingMessage): void {
    if (this.#dropped?.add(request)) request.resume()
  }

  /** The answers that it still waits for will not come. */
  #end(): void {
    this.#closing = true
    this.#linger()
  }

  /**
   * Writes an answer, and closes the connection of a peer that does not read it.
   *
   * @returns no promise for an answer that the system has taken at once, as it takes most
   */
  answer(
    response: ServerResponse,
    { status, headers, body, parts, stream }: HttpAnswer,
    last: boolean,
  ): Promise<void> | undefined {
    const refused = body === '' && !parts && !stream && closesConnection(status)
    const full = this.#taken >= this.#limits.maxRequestsPerConnection
    const close = last || full || refused || !(this.#current?.complete ?? true)
    if (close) this.#closing = true
    // What is left is read over in its turn; of a request that nobody reads, node:http reads all there is.
    if (!this.#current?.complete) this.#current?.resume()
    response.writeHead(status, close ? { ...headers, Connection: 'close' } : headers)
    if (stream) return this.#answerInPieces(response, stream())
    if (parts) return this.#answerInPieces(response, piecesOf(parts))
    if (body.length > SHORT) return this.#answerInPieces(response, slicesOf(Buffer.from(body)))
    response.end(body)
    return this.#ended(response)
  }

  async #answerInPieces(
    response: ServerResponse,
    pieces: AsyncIterable<Uint8Array> | Iterable<WrittenPart>,
  ): Promise<void> {
    for await (const piece of pieces) {
      // What the system has taken at once is not waited for: an answer that leaves soon is freed soon.
      const full = !response.write(piece)
      if (full && this.#socket.writableLength > 0) await this.#progress(response, 'drain')
      if (this.#socket.destroyed) return
    }
    response.end()
    await this.#ended(response)
  }

  #ended(response: ServerResponse): Promise<void> | undefined {
    return this.#socket.writableLength > 0 ? this.#progress(response, 'finish') : undefined
  }

  /**
   * Answers bytes that could not be parsed as a request, after the answers to the requests before them.
   *
   * @returns false if the peer had gone, or one of those answers was the last
   */
  async refuse(answer: HttpAnswer | undefined): Promise<boolean> {
    this.#refusing = true
    if (this.#dropped && this.#hasGone) this.#socket.destroy()
    const broken = this.#current !== undefined && !this.#current.complete
    if (!broken) await this.#last
    if (this.#closing) return false
    this.#closing = true
    if (!answer || !this.#socket.writable) {
      this.#socket.destroy()
      return false
    }
    const { status, headers, body } = answer
    const fields = Object.entries({ ...headers, Connection: 'close' })
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
    this.#socket.write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]))
    this.#linger()
    return true
  }

  /** node:http reads on while requests run, and would keep everything that a peer pipelines. */
  #hold(): void {
    const most = this.#dropped ? MAX_DROPPED : MAX_WAITING
    if (this.#waiting.length > most) this.#socket.pause()
  }

  /** As far as has been read. */
  get #hasGone(): boolean {
    return this.#socket.readableEnded
  }

  #progress(response: ServerResponse, event: 'drain' | 'finish'): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        response.off(event, done)
        this.#socket.off('close', done)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#socket.destroy()
        done()
      }, this.#limits.writeTimeout)
      response.once(event, done)
      this.#socket.once('close', done)
    })
  }

  /** RFC 9112 §9.6: close the sending side, read on for a while, then close for good. */
  #linger(): void {
    const socket = this.#socket
    if (socket.destroyed) return
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER)
    socket.once('close', () => clearTimeout(timer))
    socket.resume()
  }
}

function* slicesOf(body: Buffer): Iterable<Buffer> {
  for (let at = 0; at < body.length; at += SLICE) yield body.subarray(at, at + SLICE)
}

function* piecesOf(parts: readonly WrittenPart[]): Iterable<WrittenPart> {
  for (const part of parts) {
    if (typeof part === 'string') yield part
    else yield* slicesOf(part)
  }
}

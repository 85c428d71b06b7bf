/** Listens for HTTP: gives each request to the processor and writes the outcome back. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import {
  type AttachmentBounds,
  askFirst,
  Batches,
  BodyTurns,
  type Credentials,
  defaultBounds,
  NO_CREDENTIALS,
  onAbort,
  type Peer,
  type Receive,
  type Reloading,
  SpoolUnavailable,
  type TlsFiles,
  type TransportLog,
} from '#transport'
import { clearTimeout, setTimeout } from '#transport/time'
import { Senders } from '../admission/senders.js'
import { checkFraming, rememberedFields } from '../protocol/decode.js'
import { encodeRefusal, type HttpAnswer } from '../protocol/encode.js'
import { HttpRefusal } from '../protocol/status.js'
import type { HttpBounds } from '../section/bounds.js'
import { type HttpSection, schemeOf } from '../section/section.js'
import { Accepted } from './accepted.js'
import { Answering } from './answering.js'
import { PeerGone } from './body.js'
import { HeldBodies, HeldBody } from './body-memory.js'
import type { CountedRequest } from './body-reader.js'
import { Connection, type Serve, type Taken } from './connection.js'
import { type RequestResources, readMessage, refusalFor } from './message.js'
import { optionsAnswer } from './options.js'
import { type ParserError, refusalOf } from './parse-error.js'
import { Reports } from './reports.js'
import { Handshakes } from './secure.js'
import { type HttpServer, makeServer } from './server.js'

/** Milliseconds for requests that were sent before their sender could know that the node stops. */
const LAST_CALL = 500
const { close: stopListening } = NetServer.prototype

interface Receiving {
  readonly bounds: HttpBounds
  /** None: it listens without TLS. */
  readonly tls?: TlsFiles | undefined
  /** Default: nobody is known. */
  readonly credentials?: Credentials | undefined
  /** How much may come beside a message. Default: the usual bounds. */
  readonly attachments?: AttachmentBounds | undefined
}

export class HttpReceiver {
  #options: HttpSection
  readonly #log: TransportLog
  readonly #reports: Reports
  readonly #accepted = new Accepted()
  /** By what requests come on: over TLS, not the socket that was accepted. */
  readonly #connections = new Map<Socket, Connection>()
  readonly #bodies: HeldBodies
  readonly #bounds: HttpBounds
  readonly #attachments: AttachmentBounds
  readonly #senders: Senders
  readonly #batches = new Batches()
  readonly #bodyTurns = new BodyTurns()
  readonly #fields = rememberedFields()
  readonly #handshakes: Handshakes | undefined
  #server: HttpServer | undefined
  #draining = false

  constructor(
    options: HttpSection,
    log: TransportLog,
    { bounds, tls, credentials = NO_CREDENTIALS, attachments = defaultBounds() }: Receiving,
  ) {
    this.#options = options
    this.#bounds = bounds
    this.#attachments = attachments
    this.#reports = new Reports(log)
    this.#senders = new Senders(options, credentials)
    const failed = (cause: string, peer: string | undefined) => this.#reports.closed(cause, peer)
    this.#handshakes = tls && new Handshakes(tls, Math.ceil(options.maxConnections / 2), failed)
    this.#log = log
    this.#bodies = new HeldBodies(options)
  }

  /**
   * Gets ready to read the requests that are to come by another section, with other certificates.
   *
   * @throws TypeError for TLS that is begun or ended
   */
  reload(section: HttpSection, tls: TlsFiles | undefined): Reloading {
    if ((tls === undefined) !== (this.#handshakes === undefined)) {
      throw new TypeError('tls cannot be added or removed while the node runs')
    }
    const secure = tls && this.#handshakes?.reload(tls)
    const apply = () => {
      this.#options = section
      this.#senders.use(section)
      secure?.apply()
    }
    return { changed: secure?.changed ?? [], apply }
  }

  get listening(): readonly string[] {
    const address = this.#server?.address() as AddressInfo | null | undefined
    if (!address) return []
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
    return [`${schemeOf(this.#handshakes)}://${host}:${address.port}${this.#options.basePath}`]
  }

  async listen(receive: Receive): Promise<void> {
    const { host, port } = this.#options
    const server = this.#createServer((taken, connection) =>
      this.#serve(taken, connection, receive),
    )
    await once(server.listen({ host, port }), 'listening')
    server.on('error', (error) => this.#log.error({ err: error }, 'the HTTP listener failed'))
    this.#draining = false
    this.#server = server
  }

  async close(deadline: AbortSignal): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    this.#draining = true
    const destroyAll = () => {
      // First what is secure: what is below it must not go before.
      for (const socket of this.#connections.keys()) socket.destroy()
      this.#accepted.destroyAll()
    }
    // close() of node:http closes idle connections at once, though a request may be on its way on one of them.
    const closed = new Promise<void>((resolve) => stopListening.call(server, () => resolve()))
    const lastCall = setTimeout(() => {
      this.#handshakes?.cut()
      for (const connection of this.#connections.values()) connection.lastCall()
    }, LAST_CALL)
    await onAbort(deadline, destroyAll, closed)
    clearTimeout(lastCall)
    // It no longer listens and has no connections: this ends the checks for timeouts.
    server.close(() => undefined)
  }

  #createServer(serve: Serve): HttpServer {
    const options = this.#options
    const server = makeServer(options, this.#bounds, this.#handshakes)
    if (this.#handshakes) {
      askFirst(server, (socket) => this.#accept(socket, serve))
      server.on('secureConnection', (socket: TLSSocket) => this.#secured(socket, serve))
    } else server.on('connection', (socket: Socket) => this.#accept(socket, serve))
    server.on('drop', (peer) => this.#reports.closed('http.maxConnections', peer?.remoteAddress))
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.on(event, (request: CountedRequest, response: ServerResponse) =>
        this.#take(request, response),
      )
    }
    server.on('clientError', (error: ParserError, socket: Duplex) => {
      void this.#unparsed(refusalOf(error, options.basePath), socket as Socket)
    })
    // The socket of a CONNECT has no listener for errors unless we add one.
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => socket.destroy())
      void this.#unparsed(new HttpRefusal(400, 'CONNECT'), socket as Socket)
    })
    return server
  }

  /** @returns false for one that is closed: there are too many of its address */
  #accept(socket: Socket, serve: Serve): boolean {
    const { remoteAddress } = socket
    const { maxConnections, maxConnectionsPerAddress } = this.#options
    const most = this.#senders.isProxy(remoteAddress) ? maxConnections : maxConnectionsPerAddress
    if (!this.#accepted.add(socket, most)) {
      socket.destroy()
      this.#reports.closed('http.maxConnectionsPerAddress', remoteAddress)
      return false
    }
    if (this.#handshakes) this.#handshakes.begin(socket)
    else this.#connect(socket, serve)
    return true
  }

  #secured(socket: TLSSocket, serve: Serve): void {
    if (this.#handshakes?.accepts(socket)) this.#connect(socket, serve)
    else socket.destroy()
  }

  #connect(socket: Socket, serve: Serve): void {
    const { maxRequestsPerConnection } = this.#options
    const limits = { maxRequestsPerConnection, writeTimeout: this.#bounds.writeTimeout }
    const connection = new Connection(socket, limits, this.#bodyTurns, serve)
    this.#connections.set(socket, connection)
    socket.once('close', () => this.#connections.delete(socket))
  }

  #take(request: CountedRequest, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket)
    if (connection) connection.take({ request, response })
    else request.socket.destroy()
  }

  async #serve(taken: Taken, connection: Connection, receive: Receive): Promise<void> {
    const { request, response } = taken
    const peer = this.#senders.connected(request, connection.peer)
    const held = new HeldBody(this.#bodies, peer.address ?? '')
    const spool = this.#attachments.spools.open()
    try {
      const answer = await this.#answerTo(taken, peer, receive, { held, spool })
      if (!answer) return
      const writing = connection.answer(response, answer, this.#draining)
      if (writing) await writing
    } catch (error) {
      this.#log.error({ err: error }, 'an HTTP answer failed')
      request.socket.destroy()
    } finally {
      held.free()
      const ending = spool.end()
      if (ending) await ending
    }
  }

  /** @returns undefined if nobody gets an answer */
  async #answerTo(
    { request, response }: Taken,
    peer: Peer,
    receive: Receive,
    { held, spool }: Pick<RequestResources, 'held' | 'spool'>,
  ): Promise<HttpAnswer | undefined> {
    const options = this.#options
    try {
      checkFraming(request, this.#bounds)
      this.#senders.checkHost(request)
      const answered = optionsAnswer(request, options)
      if (answered) return answered
      const identified = this.#senders.identified(request, peer)
      const sender = identified instanceof Promise ? await identified : identified
      const resources = { options, bounds: this.#attachments, fields: this.#fields, held, spool }
      const message = await readMessage(request, response, sender, resources)
      await this.#batches.next()
      const answering = new Answering(request, options, this.#senders)
      return answering.answerTo(await receive(message, answering))
    } catch (error) {
      return this.#refused(error, peer)
    }
  }

  #refused(error: unknown, { address }: Peer): HttpAnswer | undefined {
    if (error instanceof PeerGone) return undefined
    if (error instanceof SpoolUnavailable && error.reason === 'failed') {
      this.#log.error({ err: error.cause }, 'attachments cannot be kept')
    }
    const refusal = refusalFor(error)
    if (refusal) {
      this.#reports.refused(refusal, address)
      return encodeRefusal(refusal)
    }
    this.#log.error({ err: error }, 'an HTTP request failed')
    return encodeRefusal(new HttpRefusal(500, 'failed'))
  }

  /** Refuses bytes that could not be parsed as a request. */
  async #unparsed(refusal: HttpRefusal | undefined, socket: Socket): Promise<void> {
    const connection = this.#connections.get(socket)
    if (!connection) socket.destroy()
    // Bytes after the last answer are only read so that the peer can read it: they may end anywhere.
    if (!connection || connection.closing) return
    const answered = await connection.refuse(refusal && encodeRefusal(refusal))
    if (answered && refusal) this.#reports.refused(refusal, connection.peer.address)
  }
}

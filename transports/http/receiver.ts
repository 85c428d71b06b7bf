/** Listens for HTTP: gives each request to the processor and writes the outcome back. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { onAbort, type Receive, type TransportLog } from '#transport'
import { declaredLength, PeerGone, readBody } from './body.js'
import { Connection } from './connection.js'
import { awaitsContinue, contentCoding, decode } from './decode.js'
import { encode, encodeRefusal, type HttpAnswer } from './encode.js'
import { HeldBodies, HeldBody } from './held-bodies.js'
import type { HttpSection } from './section.js'
import { HttpRefusal } from './status.js'
import { Turns } from './turns.js'
import { type ParserError, refusalOf } from './unparsed.js'

/** Milliseconds between checks for connections that have timed out. */
const CHECK_INTERVAL = 500
/** Milliseconds for requests that were sent before their sender could know that the node stops. */
const LAST_CALL = 500
const { close: stopListening } = NetServer.prototype

export class HttpReceiver {
  #options: HttpSection
  readonly #log: TransportLog
  readonly #connections = new Map<Socket, Connection>()
  readonly #perAddress = new Map<string, number>()
  readonly #bodies: HeldBodies
  readonly #turns = new Turns()
  #server: Server | undefined
  #draining = false

  constructor(options: HttpSection, log: TransportLog) {
    this.#options = options
    this.#log = log
    this.#bodies = new HeldBodies(options)
  }

  /** Reads the requests that are to come by another section. */
  use(section: HttpSection): void {
    this.#options = section
  }

  get listening(): readonly string[] {
    const address = this.#server?.address() as AddressInfo | null | undefined
    if (!address) return []
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
    return [`http://${host}:${address.port}${this.#options.basePath}`]
  }

  async listen(receive: Receive): Promise<void> {
    const { host, port } = this.#options
    const server = this.#createServer(receive)
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
      for (const socket of this.#connections.keys()) socket.destroy()
    }
    // node:http's own close() closes idle connections at once. A request may be on its way on one of
    // them, and its sender would not know what happened to it. The last answer closes the connection.
    const closed = new Promise<void>((resolve) => stopListening.call(server, () => resolve()))
    const lastCall = setTimeout(() => {
      for (const connection of this.#connections.values()) connection.lastCall()
    }, LAST_CALL)
    await onAbort(deadline, destroyAll, closed)
    clearTimeout(lastCall)
    // It no longer listens and has no connections: this ends the checks for timeouts.
    server.close(() => undefined)
  }

  #createServer(receive: Receive): Server {
    const options = this.#options
    const server = createServer({
      maxHeaderSize: options.maxHeader,
      headersTimeout: options.headersTimeout,
      requestTimeout: Math.max(options.requestTimeout, options.headersTimeout),
      keepAliveTimeout: options.keepAliveTimeout,
      connectionsCheckingInterval: CHECK_INTERVAL,
      // decode.ts checks both, and refuses like everywhere else.
      requireHostHeader: false,
      insecureHTTPParser: false,
      noDelay: true,
    })
    // No silent dropping of header lines: decode.ts counts all of them and refuses.
    server.maxHeadersCount = 0
    server.maxConnections = options.maxConnections
    server.on('connection', (socket: Socket) => this.#connected(socket))
    server.on('drop', (peer) => this.#tooMany('maxConnections', peer?.remoteAddress))
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      server.on(event, (request: IncomingMessage, response: ServerResponse) =>
        this.#take(request, response, receive),
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

  #connected(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const open = (this.#perAddress.get(address) ?? 0) + 1
    if (open > this.#options.maxConnectionsPerAddress) {
      socket.destroy()
      this.#tooMany('maxConnectionsPerAddress', address)
      return
    }
    this.#perAddress.set(address, open)
    this.#connections.set(socket, new Connection(socket, this.#options))
    socket.once('close', () => {
      this.#connections.delete(socket)
      const left = (this.#perAddress.get(address) ?? 1) - 1
      if (left === 0) this.#perAddress.delete(address)
      else this.#perAddress.set(address, left)
    })
  }

  #take(request: IncomingMessage, response: ServerResponse, receive: Receive): void {
    const connection = this.#connections.get(request.socket)
    connection?.take(request, async () => {
      const held = new HeldBody(this.#bodies, request.socket.remoteAddress ?? '')
      try {
        const answer = await this.#answerTo(request, response, receive, held)
        if (!answer) return
        const turn = this.#turns.next()
        if (turn) await turn
        const writing = connection.answer(response, answer, this.#draining)
        if (writing) await writing
      } catch (error) {
        this.#log.error({ err: error }, 'an HTTP answer failed')
        request.socket.destroy()
      } finally {
        held.free()
      }
    })
  }

  async #answerTo(
    request: IncomingMessage,
    response: ServerResponse,
    receive: Receive,
    held: HeldBody,
  ): Promise<HttpAnswer | undefined> {
    try {
      const head = decode(request, this.#options)
      const coding = contentCoding(request)
      // Before the body is asked for: what does not fit is not read.
      held.hold(declaredLength(request))
      if (awaitsContinue(request)) response.writeContinue()
      const body = await readBody(request, coding, this.#options.maxBody, held)
      const message = head.kind === 'envelope' ? Object.assign(head, { body }) : head
      return encode(await receive(message), this.#options.basePath)
    } catch (error) {
      if (error instanceof PeerGone) return undefined
      if (error instanceof HttpRefusal) {
        this.#refused(error, request.socket.remoteAddress)
        return encodeRefusal(error)
      }
      this.#log.error({ err: error }, 'an HTTP request failed')
      return encodeRefusal(new HttpRefusal(500, 'failed'))
    }
  }

  /** Refuses bytes that could not be parsed as a request. */
  async #unparsed(refusal: HttpRefusal | undefined, socket: Socket): Promise<void> {
    const connection = this.#connections.get(socket)
    if (!connection) socket.destroy()
    // Bytes after the last answer are only read so that the peer can read it: they may end anywhere.
    if (!connection || connection.closing) return
    const { remoteAddress } = socket
    const told = await connection.refuse(refusal && encodeRefusal(refusal))
    if (told && refusal) this.#refused(refusal, remoteAddress)
  }

  /** At level debug, so that a flood of connections does not flood the log. */
  #tooMany(limit: keyof HttpSection, peer: string | undefined): void {
    const cause = `http.${limit}`
    this.#log.report?.({ event: 'connection', transport: 'http', peer, outcome: 'closed', cause })
  }

  #refused({ status, message: cause }: HttpRefusal, peer: string | undefined): void {
    const outcome = String(status)
    this.#log.report?.({ event: 'refused', transport: 'http', peer, outcome, cause })
  }
}

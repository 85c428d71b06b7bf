/** A bounded HTTP listener for operators: one small request a connection, one whole answer, one deadline. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, ListenOptions, Socket } from 'node:net'
import { onAbort } from '../base/deadline.js'
import { deferred } from '../base/deferred.js'

/** A request, its body read. */
export interface Asked {
  readonly method: string
  /** Request target as it came, up to a `?`. */
  readonly path: string
  /** Empty if none came. */
  readonly body: string
}

export interface Answer {
  readonly status: number
  /** Written as JSON; without it the answer has no body. */
  readonly json?: unknown
  /** In place of it. */
  readonly text?: { readonly contentType: string; readonly body: string } | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface ListenerBounds {
  /** Bytes of a request body; 0 takes none. */
  readonly maxBody: number
  /** Connections at once; more are closed. */
  readonly maxConnections: number
  /** Milliseconds from the opening of a connection to the end of its answer. */
  readonly time: number
}

/** Where a listener tells that it failed. */
export interface ListenerLog {
  error(fields: object, sentence: string): void
}

const MAX_HEADER = 8 * 1024

export class SmallListener {
  readonly #answer: (asked: Asked) => Answer | Promise<Answer>
  readonly #bounds: ListenerBounds
  readonly #log: ListenerLog
  /** Every open connection, and whether its request has begun. */
  readonly #connections = new Map<Socket, { asked: boolean }>()
  #server: Server | undefined

  constructor(
    answer: (asked: Asked) => Answer | Promise<Answer>,
    bounds: ListenerBounds,
    log: ListenerLog,
  ) {
    this.#answer = answer
    this.#bounds = bounds
    this.#log = log
  }

  /** Where it listens: what `node:net` gives; undefined before `listen` and after `close`. */
  get address(): AddressInfo | string | undefined {
    return this.#server?.address() ?? undefined
  }

  /** @throws Error with `code` as `node:net` has it */
  async listen(where: ListenOptions): Promise<void> {
    const server = createServer({ maxHeaderSize: MAX_HEADER }, (request, response) => {
      void this.#take(request, response)
    })
    server.maxConnections = this.#bounds.maxConnections
    server.on('connection', (socket: Socket) => this.#connected(socket))
    await once(server.listen(where), 'listening')
    server.on('error', (err) => this.#log.error({ err }, 'the listener failed'))
    this.#server = server
  }

  /** Takes no more requests and answers those that came; once `deadline` is aborted, they are cut off. */
  async close(deadline: AbortSignal): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = deferred()
    server.close(() => closed.resolve())
    for (const [socket, { asked }] of this.#connections) if (!asked) socket.destroy()
    const cut = () => {
      for (const socket of this.#connections.keys()) socket.destroy()
    }
    await onAbort(deadline, cut, closed.promise)
  }

  #connected(socket: Socket): void {
    const timer = setTimeout(() => socket.destroy(), this.#bounds.time)
    this.#connections.set(socket, { asked: false })
    socket.once('close', () => {
      clearTimeout(timer)
      this.#connections.delete(socket)
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = this.#connections.get(request.socket)
    // Sent behind the first request, against `Connection: close`: the end of that one's answer ends it.
    if (!connection || connection.asked) return
    connection.asked = true
    try {
      const body = await this.#read(request)
      const { method = '', url = '' } = request
      const [path = ''] = url.split('?')
      const answer = body === undefined ? TOO_LARGE : await this.#answer({ method, path, body })
      write(response, answer)
    } catch (err) {
      if (request.socket.destroyed) return
      this.#log.error({ err, path: request.url }, 'a request failed')
      write(response, { status: 500, json: { error: 'failed; the log of the node says why' } })
    }
  }

  /** @returns undefined if there is more than the bounds allow */
  async #read(request: IncomingMessage): Promise<string | undefined> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      length += (chunk as Buffer).length
      if (length > this.#bounds.maxBody) return undefined
      chunks.push(chunk as Buffer)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}

const TOO_LARGE: Answer = { status: 413, json: { error: 'the request is too large' } }

function write(response: ServerResponse, { status, json, text, headers = {} }: Answer): void {
  const { contentType, body } = text ?? {
    contentType: 'application/json',
    body: json === undefined ? '' : `${JSON.stringify(json, missingIsNull)}\n`,
  }
  response
    .writeHead(status, {
      ...(body !== '' && { 'Content-Type': contentType }),
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      ...headers,
      Connection: 'close',
    })
    .end(body)
}

/** JSON has no `undefined`: a key without a value is written as null rather than left out. */
function missingIsNull(_key: string, value: unknown): unknown {
  return value === undefined ? null : value
}

/** Bounds the connections of the admin listener: with one too many, one that nobody of the node is busy with gives way. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../security/rate-limit.js'
import { askFirst } from '../../security/tls/ask-first.js'
import { Handshakes } from './handshakes.js'

/** Connections, beside those that have not done their handshake: more than streams of events. */
const MAX_CONNECTIONS = 1_200

interface Connection {
  readonly socket: Socket
  /** That it comes from. */
  readonly network: string
  /** To its requests under way. */
  readonly answers: Set<ServerResponse>
}

export class Connections {
  /** The one that was used last at the end. */
  readonly #open = new Map<Socket, Connection>()
  /** How many there are by network. */
  readonly #counts = new Map<string, number>()
  readonly #handshakes = new Handshakes()

  /** @returns the same server, whose connections are bounded from now on */
  watch(server: Server): Server {
    if ('setSecureContext' in server) {
      askFirst(server, (socket) => this.#handshakes.begin(socket))
      // That of TLS is another socket than the one below it.
      server.on('secureConnection', (socket: Socket) => {
        this.#handshakes.done(socket)
        this.#add(socket)
      })
    } else server.on('connection', (socket: Socket) => this.#add(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#take(request, response),
    )
    return server
  }

  closeIdle(): void {
    this.#handshakes.destroyAll()
    for (const { socket, answers } of this.#open.values()) if (answers.size === 0) socket.destroy()
  }

  destroyAll(): void {
    this.#handshakes.destroyAll()
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #add(socket: Socket): void {
    if (this.#open.size >= MAX_CONNECTIONS && !this.#makeRoom()) {
      socket.destroy()
      return
    }
    const network = networkOf(socket.remoteAddress)
    this.#open.set(socket, { socket, network, answers: new Set() })
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1)
    socket.once('close', () => this.#remove(socket))
  }

  /**
   * Of the network that has most of them, the one goes that was not used for longest; if the node works for all
   * of these, that of another one.
   *
   * @returns false if the node works for all
   */
  #makeRoom(): boolean {
    const most = Math.max(...this.#counts.values())
    const gives = this.#oldest((one) => this.#counts.get(one) === most) ?? this.#oldest(() => true)
    if (!gives) return false
    this.#remove(gives.socket)
    gives.socket.destroy()
    return true
  }

  #oldest(isOf: (network: string) => boolean): Connection | undefined {
    for (const connection of this.#open.values()) {
      if (isOf(connection.network) && !isWorkedFor(connection)) return connection
    }
    return undefined
  }

  #remove(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#open.delete(socket)
    const { network } = connection
    const left = (this.#counts.get(network) ?? 0) - 1
    if (left > 0) this.#counts.set(network, left)
    else this.#counts.delete(network)
  }

  #take({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    connection.answers.add(response)
    this.#use(connection)
    response.once('close', () => {
      connection.answers.delete(response)
      if (this.#open.has(socket)) this.#use(connection)
    })
  }

  #use(connection: Connection): void {
    this.#open.delete(connection.socket)
    this.#open.set(connection.socket, connection)
  }
}

/** Not while it is idle, sends its request slowly, or reads its answer slowly. */
function isWorkedFor({ answers }: Connection): boolean {
  return [...answers].some(({ req, writableEnded }) => req.complete && !writableEnded)
}

/** Listens for mail: hands each one to the processor, and says 250 once it is durable. */
import type { AddressInfo, Socket } from 'node:net'
import {
  askFirst,
  Batches,
  BodyTurns,
  Identities,
  onAbort,
  type Receive,
  type Reloading,
  renewedIn,
  Spools,
  type TransportLog,
} from '#transport'
import type { SmtpOptions } from '../options.js'
import { type Resolve, systemResolve } from '../policy/proof.js'
import { PublicAnswers } from '../policy/public-answers.js'
import { Budget, collect } from './collect.js'
import { Connection } from './connection.js'
import { Dialogue } from './dialogue.js'
import { type Decisions, Listener, type ListenerOptions } from './listener.js'
import type { PassOn } from './postmaster.js'
import { Reports } from './reports.js'

/** What is asked of others. */
interface Asking {
  /** Looks up DNS records. Default: as the system does. */
  readonly resolve?: Resolve | undefined
  /** For mail to the postmaster. Default: it is kept. */
  readonly passOn?: PassOn | undefined
}

export class SmtpReceiver {
  #options: SmtpOptions
  readonly #log: TransportLog
  readonly #reports: Reports
  readonly #resolve: Resolve
  readonly #passOn: PassOn | undefined
  readonly #spools: Spools
  readonly #perAddress = new Map<string, number>()
  readonly #bodyTurns = new BodyTurns()
  readonly #batches = new Batches()
  #listeners: Listener[] = []
  #dialogue: Dialogue | undefined

  /**
   * @param spools   keep mails while they are received and worked on
   */
  constructor(
    options: SmtpOptions,
    log: TransportLog,
    { resolve, passOn }: Asking = {},
    spools = new Spools(),
  ) {
    this.#spools = spools
    this.#options = options
    this.#log = log
    this.#reports = new Reports(log)
    this.#resolve = resolve ?? systemResolve(options.dnsTimeout)
    this.#passOn = passOn
  }

  get listening(): readonly string[] {
    return this.#listeners.map((listener) => {
      const { address, family, port } = listener.server.address() as AddressInfo
      const host = family === 'IPv6' ? `[${address}]` : address
      return `${listener.options.secure ? 'smtps' : 'smtp'}://${host}:${port}`
    })
  }

  /** @throws Error of `node:tls` for a certificate or a key that is none */
  async listen(receive: Receive): Promise<void> {
    const { host, port, securePort } = this.#options
    const tls = tlsOf(this.#options)
    if (securePort !== undefined && !tls) throw new Error('smtp.securePort needs smtp.tls')
    const decisions = this.#decisions(receive)
    try {
      await this.#open(new Listener(this.#settings(tls, false), decisions), host, port)
      if (securePort !== undefined) {
        const secure = new Listener(this.#settings(tls, true), {
          ...decisions,
          connected: (socket) => this.#connection(socket),
          closed: () => undefined,
        })
        this.#countBefore(secure)
        await this.#open(secure, host, securePort)
      }
    } catch (error) {
      await this.close(AbortSignal.abort())
      throw error
    }
  }

  /**
   * Gets ready to go on with other options; connections that are open keep their certificate.
   *
   * @throws TypeError if TLS is offered by one of the two only
   */
  reload(options: SmtpOptions): Reloading {
    const { tlsFiles: files } = options
    const { tlsFiles: before } = this.#options
    if ((files === undefined) !== (before === undefined)) {
      throw new TypeError('tls cannot be added or removed while the node runs')
    }
    const renewed = files && before ? renewedIn(files, before) : []
    const tls = tlsOf(options)
    const apply = () => {
      this.#options = options
      this.#dialogue?.use(options)
      for (const listener of this.#listeners) {
        listener.use(this.#settings(tls, listener.options.secure === true))
      }
    }
    return { changed: renewed.map((key) => `tls.${key}`), apply }
  }

  async close(deadline: AbortSignal): Promise<void> {
    const listeners = this.#listeners
    this.#listeners = []
    const all = () => listeners.flatMap((listener) => [...listener.open])
    const cut = () => {
      for (const connection of all()) connection.destroy()
    }
    const closed = listeners.map(
      (listener) => new Promise<void>((resolve) => listener.close(resolve)),
    )
    for (const connection of all()) connection.leave()
    await onAbort(deadline, cut, Promise.all(closed))
  }

  async #open(listener: Listener, host: string, port: number): Promise<void> {
    const { server } = listener
    server.maxConnections = this.#options.maxConnections
    server.on('drop', (peer) => this.#reports.tooMany('maxConnections', peer?.remoteAddress))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      listener.on('error', () => undefined)
      server.listen({ host, port }, () => {
        server.off('error', reject)
        resolve()
      })
    })
    // Of the listener and of connections alike; whose connection broke knows it by itself.
    listener.on('error', (err) => this.#log.debug({ transport: 'smtp', err }, 'connection failed'))
    this.#listeners.push(listener)
  }

  #settings(tls: ListenerOptions['tls'], implicit: boolean): ListenerOptions {
    const { name, domains, maxMessage, maxRecipients, users } = this.#options
    const { commandTimeout, dataTimeout, credentials } = this.#options
    return {
      name: name ?? domains[0] ?? 'localhost',
      implicit,
      tls,
      size: maxMessage,
      maxRecipients,
      socketTimeout: Math.max(commandTimeout, dataTimeout) + 5_000,
      auth: Object.keys(users).length > 0 || credentials?.kinds.includes('password') === true,
    }
  }

  #decisions(receive: Receive): Decisions {
    const options = this.#options
    const strangers = new PublicAnswers(options.maxPublicAnswersPerHour)
    const dialogue = new Dialogue(options, this.#log, strangers, {
      resolve: this.#resolve,
      passOn: this.#passOn,
    })
    this.#dialogue = dialogue
    const budget = new Budget(options.maxReceiving)
    return {
      connected: (socket) => this.#connected(socket),
      closed: ({ address }) => this.#disconnected(address),
      authenticate: (state, name, password) => dialogue.authenticate(state, name, password),
      mail: (state, address) => dialogue.mail(state, address),
      recipient: (state, address) => dialogue.recipient(state, address),
      message: async (state, stream) => {
        const { connection } = state
        const flooded = () => connection.refuse('552 5.3.4 too large')
        const spool = this.#spools.open()
        const resources = { spool, budget, most: options.maxMessage, limits: options }
        const mail = await collect(stream, resources, flooded)
        try {
          connection.answering()
          await this.#batches.next()
          await dialogue.message(state, mail, receive)
        } finally {
          await mail.release()
        }
      },
      failed: (state, error) => this.#reports.failed(state, error),
    }
  }

  #connected(socket: Socket): Connection | undefined {
    if (this.#count(addressOf(socket))) return this.#connection(socket)
    socket.on('error', () => socket.destroy())
    socket.end('421 4.7.0 too many connections\r\n', () => socket.destroy())
    return undefined
  }

  /** With TLS from the first byte, connections count before their handshake is done. */
  #countBefore({ server }: Listener): void {
    askFirst(server, (socket) => {
      const address = addressOf(socket)
      const counted = this.#count(address)
      if (counted) socket.once('close', () => this.#disconnected(address))
      else socket.destroy()
      return counted
    })
  }

  #count(address: string): boolean {
    const open = (this.#perAddress.get(address) ?? 0) + 1
    if (open > this.#options.maxConnectionsPerAddress) {
      this.#reports.tooMany('maxConnectionsPerAddress', address)
      return false
    }
    this.#perAddress.set(address, open)
    return true
  }

  #connection(socket: Socket): Connection {
    const address = addressOf(socket)
    const refused = (reply: string) => this.#reports.refused(connection, reply)
    const connection = new Connection({ socket, address }, this.#options, this.#bodyTurns, refused)
    return connection
  }

  #disconnected(address: string): void {
    const left = (this.#perAddress.get(address) ?? 1) - 1
    if (left === 0) this.#perAddress.delete(address)
    else this.#perAddress.set(address, left)
  }
}

/** @throws Error of `node:tls` for what cannot be used */
function tlsOf({ tlsFiles }: SmtpOptions): ListenerOptions['tls'] {
  if (!tlsFiles) return undefined
  const { clientAuthentication } = tlsFiles
  return { identities: new Identities(tlsFiles), clientAuthentication }
}

/** Listeners for both families see IPv4 addresses as IPv6 ones. */
function addressOf({ remoteAddress = '' }: Socket): string {
  return remoteAddress.replace(/^::ffff:/i, '')
}

/** Runs smtp-server with what it leaves open closed: connections, commands and mails go to the dialogue. */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerAuthentication,
  type SMTPServerAuthenticationResponse,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { type Identities, securedPeer, type TlsFiles } from '#transport'
import { randomId } from '#transport/time'
import type { Connection } from './connection.js'
import type { DialogueState } from './dialogue.js'

/** What is decided elsewhere; each refuses by throwing. */
export interface Decisions {
  /** @returns undefined if there are too many; the socket is dealt with then */
  connected(socket: Socket): Connection | undefined
  closed(connection: Connection): void
  authenticate(state: DialogueState, name: string, password: string): Promise<string>
  mail(state: DialogueState, address: string): void
  recipient(state: DialogueState, address: string): void
  message(state: DialogueState, stream: SMTPServerDataStream): Promise<void>
  failed(state: DialogueState, error: unknown): Error
}

type Done = (error?: Error | null) => void
type Upgraded = Parameters<SMTPServer['_upgrade']>[1]

/** Commands of smtp-server that are jokes, or believe whoever sends them. */
const NEVER = ['WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD']
/** Longer than any deadline: how long a close may take is decided elsewhere. */
const NO_DEADLINE = 2 ** 31 - 1

/** How TLS is spoken. */
export interface ListenerTls extends Pick<TlsFiles, 'clientAuthentication'> {
  readonly identities: Identities
}

export interface ListenerOptions {
  readonly name: string
  /** TLS from the first byte. */
  readonly implicit: boolean
  /** Without it TLS is not offered. */
  readonly tls?: ListenerTls | undefined
  /** Bytes that are announced. */
  readonly size: number
  readonly maxRecipients: number
  /** Milliseconds, beyond those after which connections are closed elsewhere. */
  readonly socketTimeout: number
  /** True if there is anybody to authenticate. */
  readonly auth: boolean
}

export class Listener extends SMTPServer {
  #settings: ListenerOptions
  readonly #decisions: Decisions
  readonly #open = new Map<string, Connection>()

  constructor(settings: ListenerOptions, decisions: Decisions) {
    super({
      ...tlsOptions(settings.tls),
      SNICallback: (name, done) => done(null, this.#settings.tls?.identities.of(name).secure),
      // smtp-server's own key is known to everybody; without STARTTLS it is never used.
      hideSTARTTLS: settings.tls === undefined,
      secure: settings.implicit,
      name: settings.name,
      banner: 'Waybill',
      size: settings.size,
      maxRecipients: settings.maxRecipients,
      maxCommandLength: 8192,
      socketTimeout: settings.socketTimeout,
      closeTimeout: NO_DEADLINE,
      hideENHANCEDSTATUSCODES: false,
      hideSMTPUTF8: true,
      disableReverseLookup: true,
      authMethods: ['PLAIN', 'LOGIN'],
      authOptional: true,
      // AUTH is allowed for each connection once it has TLS, below.
      allowInsecureAuth: true,
      disabledCommands: [...NEVER, 'AUTH', ...(settings.tls ? [] : ['STARTTLS'])],
      logger: false,
    })
    this.#settings = settings
    this.#decisions = decisions
  }

  /** Goes on with other settings: connections that are to come get their certificates. */
  use(settings: ListenerOptions): void {
    this.#settings = settings
    // What is there no longer would stay.
    delete this.options.ca
    delete this.options.crl
    if (settings.tls) this.updateSecureContext(tlsOptions(settings.tls))
  }

  get open(): Iterable<Connection> {
    return this.#open.values()
  }

  override connect(socket: Socket): void {
    const connection = this.#decisions.connected(socket)
    if (!connection) return
    const id = randomId()
    this.#open.set(id, connection)
    super.connect(socket, { id })
  }

  /** TLS on a socket that is closed already: smtp-server would ask it for its protocol, and Node.js end by SIGSEGV. */
  override _upgrade(socket: Socket, done: Upgraded): void {
    if (socket.destroyed) done(new Error('closed before TLS began'))
    else super._upgrade(socket, done)
  }

  override onSecure(socket: Socket, session: SMTPServerSession, done: Done): void {
    const connection = this.#open.get(session.id)
    connection?.secured(socket)
    if (this.#settings.auth) session.disabledCommands = NEVER
    if (connection && socket instanceof TLSSocket) connection.shown = securedPeer(socket)
    done()
  }

  override onAuth(
    { username, password }: SMTPServerAuthentication,
    session: SMTPServerSession,
    done: (error: Error | null | undefined, response?: SMTPServerAuthenticationResponse) => void,
  ): void {
    const state = this.#dialogueState(session)
    this.#decisions.authenticate(state, username ?? '', password ?? '').then(
      (user) => done(null, { user }),
      (error) => done(this.#decisions.failed(state, error)),
    )
  }

  override onMailFrom(
    { address }: SMTPServerAddress,
    session: SMTPServerSession,
    done: Done,
  ): void {
    this.#decide(session, done, (state) => this.#decisions.mail(state, address))
  }

  override onRcptTo({ address }: SMTPServerAddress, session: SMTPServerSession, done: Done): void {
    this.#decide(session, done, (state) => this.#decisions.recipient(state, address))
  }

  override onData(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error | null, message?: string) => void,
  ): void {
    const state = this.#dialogueState(session)
    const { connection } = state
    connection.receiving()
    this.#decisions.message(state, stream).then(
      () => {
        done(null, 'taken')
        connection.answered()
      },
      (error) => {
        done(this.#decisions.failed(state, error))
        connection.answered()
      },
    )
  }

  override onClose({ id }: SMTPServerSession): void {
    const connection = this.#open.get(id)
    if (!connection) return
    this.#open.delete(id)
    connection.ended()
    this.#decisions.closed(connection)
  }

  #decide(session: SMTPServerSession, done: Done, decision: (state: DialogueState) => void): void {
    const state = this.#dialogueState(session)
    try {
      decision(state)
    } catch (error) {
      done(this.#decisions.failed(state, error))
      return
    }
    done()
  }

  #dialogueState({
    id,
    user,
    secure,
    hostNameAppearsAs,
    envelope,
  }: SMTPServerSession): DialogueState {
    const connection = this.#open.get(id)
    if (!connection) throw new Error('a command came on no connection')
    return {
      connection,
      user: typeof user === 'string' ? user : undefined,
      greeting: String(hostNameAppearsAs || ''),
      secure,
      returnPath: envelope.mailFrom ? envelope.mailFrom.address : '',
      recipients: envelope.rcptTo.map(({ address }) => address),
    }
  }
}

function tlsOptions(tls: ListenerTls | undefined): SMTPServerOptions {
  if (!tls) return {}
  const { identities, clientAuthentication } = tls
  return {
    ...identities.options,
    requestCert: clientAuthentication !== 'none',
    // With `request`, senders of mail show what they have: it counts if it verifies.
    rejectUnauthorized: clientAuthentication === 'require',
  }
}

/** HTTPS: handshakes by certificates that can be replaced while it listens, and bounds for handshakes under way. */
import { randomBytes } from 'node:crypto'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContext, TLSSocket } from 'node:tls'
import {
  Identities,
  type Identity,
  type Reloading,
  renewedIn,
  shownBy,
  type TlsFiles,
} from '#transport'
import { monotonicTime } from '#transport/time'

/** Milliseconds after which session tickets get another key (RFC 9325 §3.4: "regularly"). */
const TICKET_KEY_AGE = 86_400_000
const TICKET_KEY_BYTES = 48

/** Is notified of a connection that did not become secure, and why. */
type Failed = (cause: string, peer: string | undefined) => void

export class Handshakes {
  #files: TlsFiles
  #identities: Identities
  /** While `node:tls` takes over what was chosen for a connection. */
  #chosen: Identity | undefined
  #server: Server | undefined
  #ticketKeySince = monotonicTime()
  /** By the other end: what has not done its handshake, oldest first. */
  readonly #open = new Map<string, Socket>()
  readonly #most: number
  readonly #failed: Failed

  /**
   * @param most  handshakes at once: with one more, the oldest gives way
   * @throws Error of `node:tls` for what cannot be used
   */
  constructor(files: TlsFiles, most: number, failed: Failed) {
    this.#files = files
    this.#identities = new Identities(files)
    this.#most = most
    this.#failed = failed
  }

  createServer(options: ServerOptions): Server {
    const { clientAuthentication } = this.#files
    const server = createServer({
      ...options,
      ...this.#identities.options,
      requestCert: clientAuthentication !== 'none',
      // With `request`, `accepts` decides: a client may show none.
      rejectUnauthorized: clientAuthentication === 'require',
      SNICallback: (name, done) => this.#choose(name, done),
    })
    server.on('OCSPRequest', (_certificate, _issuer, done) => {
      done(null, (this.#chosen ?? this.#identities.of(undefined)).ocspResponse ?? null)
    })
    server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
      const reason = reasonOf(error, socket)
      if (reason !== undefined) this.#failed(`TLS: ${reason}`, socket.remoteAddress)
    })
    this.#server = server
    return server
  }

  /** A connection is there, and its handshake is to come. */
  begin(socket: Socket): void {
    const name = endOf(socket)
    const [oldest] = this.#open.values()
    if (oldest && this.#open.size >= this.#most) {
      this.#failed('TLS: too many handshakes at once', oldest.remoteAddress)
      oldest.destroy()
    }
    this.#open.set(name, socket)
    socket.once('close', () => {
      if (this.#open.get(name) === socket) this.#open.delete(name)
    })
    this.#renewTicketKey()
  }

  /** @returns false for a client whose certificate does not verify: it is not let in as one without */
  accepts(socket: TLSSocket): boolean {
    this.#open.delete(endOf(socket))
    const { clientAuthentication } = this.#files
    if (clientAuthentication === 'none' || socket.authorized) return true
    if (clientAuthentication === 'request' && !shownBy(socket)) return true
    this.#failed(`TLS: ${socket.authorizationError}`, socket.remoteAddress)
    return false
  }

  /** Whoever has not done the handshake is let go. */
  cut(): void {
    for (const socket of this.#open.values()) socket.destroy()
  }

  /**
   * Gets ready to show and ask for what files hold now; connections that are open keep what they have.
   *
   * @throws TypeError, Error of `node:tls`
   */
  reload(files: TlsFiles): Reloading {
    const asks = ({ clientAuthentication }: TlsFiles) => clientAuthentication !== 'none'
    if (asks(files) !== asks(this.#files)) {
      throw new TypeError(
        'clientAuthentication none cannot become another one, nor another one none, while the node runs',
      )
    }
    const identities = new Identities(files)
    const changed = renewedIn(files, this.#files).map((key) => `tls.${key}`)
    const apply = () => {
      this.#files = files
      this.#identities = identities
      // Sessions of before cannot be resumed: it has ticket keys of its own.
      this.#server?.setSecureContext(identities.options)
    }
    return { changed, apply }
  }

  #choose(name: string, done: (error: null, secure: SecureContext) => void): void {
    const identity = this.#identities.of(name)
    // OCSPRequest does not tell what was chosen, but it comes before `done` returns.
    this.#chosen = identity
    try {
      done(null, identity.secure)
    } finally {
      this.#chosen = undefined
    }
  }

  #renewTicketKey(): void {
    const now = monotonicTime()
    if (now - this.#ticketKeySince < TICKET_KEY_AGE) return
    this.#ticketKeySince = now
    this.#server?.setTicketKeys(randomBytes(TICKET_KEY_BYTES))
  }
}

/** Names a connection among those that are open. */
function endOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}

/**
 * Of a client whose certificate does not verify, the error only says that the connection is over.
 *
 * @returns undefined for one that has gone by itself, or was let go for another reason
 */
function reasonOf(error: NodeJS.ErrnoException, socket: TLSSocket): string | undefined {
  if (socket.authorizationError) return String(socket.authorizationError)
  return error.code === 'ECONNRESET' ? undefined : (error.code ?? error.message)
}

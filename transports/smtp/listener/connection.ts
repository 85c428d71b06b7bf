/** One connection of a peer: its bytes are screened before they are parsed, and it has its time. */
import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { BodyTurns, Peer, Reading } from '#transport'
import { clearTimeout, monotonicTime, setTimeout } from '#transport/time'
import { Screen } from './screen.js'

/** Milliseconds that a closed connection still reads, so that its peer can read the last reply. */
const LINGER = 2_000
/** Lines outside of mails, beside those for recipients, until the next mail is in. */
const MAX_LINES = 500
/** Times of one command that may pass until the next mail is in. */
const MAX_WAITS = 10

export interface ConnectionTimes {
  readonly commandTimeout: number
  readonly dataTimeout: number
  readonly maxRecipients: number
}

/** `command` waits for one, `mail` for the rest of a mail, `answer` for ours. */
type Phase = 'command' | 'mail' | 'answer'

/** What has connected, and from where. */
interface Accepted {
  readonly socket: Socket
  readonly address: string
}

/** Is notified of every reply that closed the connection. */
type OnRefused = (reply: string) => void

export class Connection implements Reading {
  readonly address: string
  /** Commands and mails that were refused. */
  refusals = 0
  /** Failed attempts of AUTH. */
  failures = 0
  /** What TLS has shown of the other end. */
  shown: Pick<Peer, 'tls' | 'certificate'> = {}
  /** The peer that AUTH has proven, and the name that it gave there. */
  proven: { readonly user: string; readonly name: string } | undefined
  readonly #times: ConnectionTimes
  readonly #onRefused: (reply: string) => void
  readonly #turns: BodyTurns
  #socket: Socket
  #phase: Phase = 'command'
  #deadline: NodeJS.Timeout
  #since = monotonicTime()
  #lines = 0
  #leaving = false
  #over = false
  /** True while its turn to read a mail has not come. */
  #held = false
  #parser: Writable | undefined

  constructor(
    { socket, address }: Accepted,
    times: ConnectionTimes,
    turns: BodyTurns,
    onRefused: OnRefused,
  ) {
    this.address = address
    this.#times = times
    this.#onRefused = onRefused
    this.#turns = turns
    turns.add(this)
    socket.once('close', () => turns.delete(this))
    this.#socket = socket
    this.#deadline = setTimeout(() => this.#late(), times.commandTimeout)
    this.#guard(socket)
  }

  /** TLS has begun; after STARTTLS on a socket of its own. */
  secured(socket: Socket): void {
    if (socket === this.#socket) return
    this.#socket = socket
    this.#guard(socket)
  }

  /** A mail begins. */
  receiving(): void {
    this.#phase = 'mail'
    this.#lines = 0
    this.#wait(this.#times.dataTimeout)
  }

  /** The mail is in: from now on the peer waits for us. */
  answering(): void {
    this.#phase = 'answer'
    clearTimeout(this.#deadline)
  }

  /** The mail was answered. */
  answered(): void {
    this.#phase = 'command'
    this.#since = monotonicTime()
    this.#wait(this.#times.commandTimeout)
    if (this.#leaving) this.leave()
  }

  /** Ends as soon as no mail is on the way. */
  leave(): void {
    this.#leaving = true
    if (this.#phase === 'command') this.#close('421 4.3.2 closing down')
  }

  /** Tells the peer why, and takes nothing more of it. */
  refuse(reply: string): void {
    if (this.#over) return
    this.#onRefused(reply)
    this.#close(reply)
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The socket is closed. */
  ended(): void {
    this.#over = true
    clearTimeout(this.#deadline)
  }

  hold(): void {
    if (this.#phase !== 'mail') return
    this.#held = true
    this.#socket.pause()
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    // Else it goes on when the parser has taken what it was given.
    if (!this.#parser?.writableNeedDrain) this.#socket.resume()
  }

  /** smtp-server pipes the socket into its parser: here is the parser, before it reads anything. */
  #guard(socket: Socket): void {
    const { pipe } = socket
    socket.on('resume', () => {
      if (this.#held) socket.pause()
    })
    socket.pipe = (parser, options) => {
      this.#screen(parser)
      return pipe.call(socket, parser, options) as typeof parser
    }
  }

  #screen(parser: NodeJS.WritableStream): void {
    const screen = new Screen()
    if (parser instanceof Writable) this.#parser = parser
    const write = parser.write.bind(parser) as (bytes: Uint8Array, done?: () => void) => boolean
    parser.write = (bytes: string | Uint8Array) => {
      this.#turns.count(bytes.length, this)
      if (this.#over) return true
      const { clean, lines, offence } = screen.look(bytes as Uint8Array)
      if (offence === undefined) {
        this.#heard(lines)
        if (this.#over) return true
        // RFC 2920 §3.2: replies to commands that came together may go together.
        const socket = this.#socket
        socket.cork()
        const room = write(bytes as Uint8Array)
        socket.uncork()
        return room
      }
      // What came before is heard first: it decides whether the offence is in a mail.
      const offended = () =>
        this.refuse(
          this.#phase === 'command' ? `500 5.5.2 bare ${offence}` : `550 5.6.0 bare ${offence}`,
        )
      if (clean.length === 0) offended()
      else write(clean, offended)
      return true
    }
  }

  #heard(lines: number): void {
    if (this.#phase !== 'command' || lines === 0) return
    this.#lines += lines
    const { commandTimeout, maxRecipients } = this.#times
    if (this.#lines > MAX_LINES + 2 * maxRecipients) this.refuse('421 4.7.0 too many commands')
    else if (monotonicTime() - this.#since > MAX_WAITS * commandTimeout) this.#late()
    else this.#deadline.refresh()
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#deadline)
    if (!this.#over) this.#deadline = setTimeout(() => this.#late(), milliseconds)
  }

  #late(): void {
    this.refuse('421 4.4.2 too slow')
  }

  #close(reply: string): void {
    if (this.#over) return
    this.ended()
    const socket = this.#socket
    if (socket.destroyed) return
    if (socket instanceof TLSSocket && socket.getProtocol() === null) return void socket.destroy()
    socket.end(`${reply}\r\n`)
    const timer = setTimeout(() => socket.destroy(), LINGER)
    socket.once('close', () => clearTimeout(timer))
  }
}

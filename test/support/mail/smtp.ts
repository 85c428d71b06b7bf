/** Speaks SMTP byte by byte, for what no mail library would send. */
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import type { ExecutionContext } from 'ava'
import { createLog } from '../../../src/log.js'
import type { Spools } from '../../../src/message/spool/index.js'
import type { Outcome, Receive } from '../../../src/transport.js'
import type { SmtpOptions } from '../../../transports/smtp/options.js'
import type { Resolve } from '../../../transports/smtp/policy/proof.js'
import { SmtpTransport } from '../../../transports/smtp/transport.js'
import { type FlatMessage, flat } from '../nodes/messages.js'
import { reporting } from '../reporting.js'
import { PATIENCE } from '../waiting.js'
import { reset } from '../wire/reset.js'
import { optionsOf } from './options.js'

/** One connection to a mail transport. */
export class Talk {
  #socket: Socket
  #text = ''
  #closed = false
  #wake: () => void = () => undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#listen()
  }

  static async open(port: number, localAddress = '127.0.0.1'): Promise<Talk> {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    const talk = new Talk(socket)
    await talk.reply()
    return talk
  }

  /** Connects with TLS from the first byte. */
  static async openTls(
    port: number,
    options: ConnectionOptions,
    localAddress = '127.0.0.1',
  ): Promise<Talk> {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    const talk = new Talk(connectTls({ socket, ...options }))
    await talk.reply()
    return talk
  }

  /** Connects and hears nothing yet. */
  static silent(port: number, localAddress = '127.0.0.1'): Talk {
    return new Talk(connect({ port, host: '127.0.0.1', localAddress }))
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  }

  /** Writes a line and gives the reply. */
  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  /** The next whole reply; empty once the connection is closed. */
  async reply(): Promise<string> {
    for (;;) {
      const end = /^(?:\d{3}-[^\r]*\r\n)*\d{3}(?: [^\r]*)?\r\n/.exec(this.#text)
      if (end) {
        this.#text = this.#text.slice(end[0].length)
        return end[0].trimEnd()
      }
      if (this.#closed) return ''
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** All replies until the connection is closed. */
  async rest(): Promise<readonly string[]> {
    const replies: string[] = []
    for (let reply = await this.reply(); reply !== ''; reply = await this.reply()) {
      replies.push(reply)
    }
    return replies
  }

  /** Says EHLO, MAIL and RCPT; the last reply. */
  async envelope(to: string | readonly string[], from = 'peer@partner.example'): Promise<string> {
    await this.say('EHLO partner.example')
    let reply = await this.say(`MAIL FROM:<${from}>`)
    for (const address of [to].flat()) {
      if (reply.startsWith('2')) reply = await this.say(`RCPT TO:<${address}>`)
    }
    return reply
  }

  /** Sends one mail on a new transaction; the reply to it, or to what was refused before it. */
  async deliver(
    mail: string | Uint8Array,
    to: string | readonly string[] = 'echo@localhost',
    from?: string,
  ): Promise<string> {
    const reply = await this.envelope(to, from)
    if (!reply.startsWith('250')) return reply
    await this.say('DATA')
    this.write(stuffed(mail))
    return this.say('.')
  }

  async startTls(options: ConnectionOptions): Promise<TLSSocket> {
    const raw = this.#socket
    raw.removeAllListeners()
    const socket = connectTls({ socket: raw, ...options })
    this.#socket = socket
    this.#text = ''
    this.#listen()
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.once('error', reject)
    })
    return socket
  }

  /** Ends our side, and reads on. */
  end(): void {
    this.#socket.end()
  }

  /** Ends the connection by a reset. */
  reset(): void {
    reset(this.#socket)
  }

  close(): void {
    this.#socket.destroy()
  }

  #listen(): void {
    this.#socket.on('data', (bytes) => {
      this.#text += bytes.toString('latin1')
      this.#wake()
    })
    const over = () => {
      this.#closed = true
      this.#wake()
    }
    this.#socket.on('end', over).on('error', over).on('close', over)
  }
}

/** Dots at the beginning of lines doubled, a line break at the end (RFC 5321 §4.5.2). */
export function stuffed(mail: string | Uint8Array): string {
  const text = typeof mail === 'string' ? mail : Buffer.from(mail).toString('latin1')
  const ended = text.endsWith('\r\n') ? text : `${text}\r\n`
  return ended.replace(/^\./gm, '..')
}

/** A mail as text in Latin-1: header fields over the usual ones, and a body. */
export function mailOf(
  body: string,
  fields: Readonly<Record<string, string | undefined>> = {},
): string {
  const all: Record<string, string | undefined> = {
    From: 'peer@partner.example',
    To: 'echo@localhost',
    Subject: 'A request',
    'Message-ID': '<1@partner.example>',
    Date: 'Mon, 05 Oct 2026 10:00:00 +0000',
    'MIME-Version': '1.0',
    'Content-Type': 'text/xml; charset=utf-8',
    ...fields,
  }
  const head = Object.entries(all).map(([name, value]) =>
    value === undefined ? '' : `${name}: ${value}\r\n`,
  )
  return `${head.join('')}\r\n${Buffer.from(body, 'utf8').toString('latin1')}`
}

export interface Receiving {
  readonly port: number
  readonly securePort: number | undefined
  readonly transport: SmtpTransport
  /** What the processor was given. */
  readonly messages: readonly FlatMessage[]
  readonly log: readonly Record<string, unknown>[]
}

export interface ReceivingOptions {
  readonly settings?: Partial<SmtpOptions>
  readonly receive?: Receive
  readonly resolve?: Resolve
  readonly spools?: Spools
}

/** A mail transport that listens on a free port with the default configuration and some settings. */
export async function receiving(
  t: Pick<ExecutionContext, 'teardown'>,
  { settings = {}, receive, resolve, spools }: ReceivingOptions = {},
): Promise<Receiving> {
  const messages: FlatMessage[] = []
  const log: Record<string, unknown>[] = []
  const { enabled: _, ...defaults } = optionsOf({ port: 0 })
  const own = { plugins: ['echo', 'calculator'], dnsTimeout: PATIENCE }
  const options = { ...defaults, ...own, ...settings }
  const logger = createLog('debug', (line) => log.push(JSON.parse(line)))
  const transport = new SmtpTransport(options, reporting(logger), undefined, { resolve, spools })
  await transport.listen(async (message): Promise<Outcome> => {
    messages.push(flat(message))
    return receive ? receive(message) : { kind: 'accepted' }
  })
  t.teardown(() => transport.close(AbortSignal.abort()))
  const [port = 0, securePort] = transport.listening.map((url) => Number(new URL(url).port))
  return { port, securePort, transport, messages, log }
}

/** Sends a message as a mail through the relay: one attempt, within its deadline; answers come later. */
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { type Note, type OutboundMessage, type ProtocolFacts, Undeliverable } from '#transport'
import { AccessToken } from './access-token.js'
import { Addresses } from './address.js'
import { encode, type Mail, type Sending } from './encode.js'
import { type Explanation, encodeExplanation } from './mailbox/explanation.js'
import { readMailto } from './mailto.js'
import { encodeNote } from './notice-mail.js'
import { poolOptions, type RelayOptions } from './relay.js'

/** What nodemailer's errors have beside their message. */
interface RelayError extends Error {
  readonly code?: string
  /** The reply's number, such as 550. */
  readonly responseCode?: number
  /** The reply as it came. */
  readonly response?: string
  /** What the system was asked for, where it failed. */
  readonly syscall?: string
  /** Which time was over. */
  readonly timeoutType?: string
}

export class SmtpSender {
  readonly #relay: RelayOptions
  readonly #sending: Sending
  readonly #token: AccessToken | undefined
  readonly #pool: ReturnType<typeof openPool>

  constructor(relay: RelayOptions) {
    this.#relay = relay
    const { from, plusAddresses, own } = relay
    const addresses = own && new Addresses(own)
    this.#sending = { from, plusAddresses, isOwn: addresses && ((one) => addresses.isOwn(one)) }
    this.#token = relay.login?.oauth2 && new AccessToken(relay.login.oauth2)
    this.#pool = openPool(relay, this.#token)
  }

  /**
   * Hands one mail to the relay, which answers for it from then on. The same message again has the
   * same Message-ID, by which the other side knows it.
   *
   * @throws Undeliverable, for good if the relay refused the mail as such
   */
  async send(message: OutboundMessage, to: URL, signal: AbortSignal): Promise<undefined> {
    const mail = encode(message, readMailto(to), this.#sending)
    message.reportFacts?.(this.#factsOf(mail))
    return this.#hand(mail, signal)
  }

  /** By OpenTelemetry's conventions for messaging. */
  #factsOf({ messageId, to }: Mail): ProtocolFacts {
    const { hostname, port } = new URL(this.#relay.url)
    return {
      'messaging.message.id': messageId,
      'messaging.destination.name': to,
      'server.address': hostname,
      'server.port': port === '' ? undefined : Number(port),
    }
  }

  /**
   * Tells a sender why its mail was not taken.
   *
   * @throws Undeliverable
   */
  async explain(explanation: Explanation, signal: AbortSignal): Promise<undefined> {
    return this.#hand(encodeExplanation(explanation, this.#sending), signal)
  }

  /**
   * Tells people something of this node.
   *
   * @throws Undeliverable
   */
  async report(note: Note, signal: AbortSignal): Promise<undefined> {
    return this.#hand(encodeNote(note, this.#sending), signal)
  }

  /**
   * Hands a mail on as it is.
   *
   * @throws Undeliverable
   */
  async pass(mail: Mail, signal: AbortSignal): Promise<undefined> {
    return this.#hand(mail, signal)
  }

  async #hand(mail: Mail, signal: AbortSignal): Promise<undefined> {
    try {
      await this.#give(mail, signal).catch((error: RelayError) => {
        // RFC 5321 §3.8: the relay has closed the connection, as it may while that is idle, before it
        // took anything of the mail. The next connection is a new one.
        if (error.code !== 'EENVELOPE' || error.responseCode !== 421) throw error
        return this.#give(mail, signal)
      })
    } catch (error) {
      throw this.#undeliverable(error as RelayError, mail.to, signal)
    }
  }

  async #give({ returnPath, to, content, rest }: Mail, signal: AbortSignal): Promise<void> {
    const size = content.length + (rest?.size ?? 0)
    await this.#pool.sendMail({
      envelope: { from: returnPath === '' ? false : returnPath, to, size },
      raw: rest ? Readable.from(all(content, rest), { objectMode: false }) : content,
      signal,
    })
  }

  /** Releases the connections; what still runs ends with Undeliverable. */
  async close(): Promise<void> {
    this.#pool.close({ force: true })
  }

  #undeliverable(error: RelayError, to: string, { aborted, reason }: AbortSignal): Undeliverable {
    const relay = `the relay ${new URL(this.#relay.url).host}`
    const { code, responseCode, response = '', message } = error
    if (code === 'EAUTH') this.#token?.forget()
    const text = response.replace(/\s+/g, ' ').trim().slice(0, 500)
    if (aborted && code === 'EABORT') {
      const late = (reason as Error | undefined)?.name === 'TimeoutError'
      const sentence = `${relay} did not take the mail to ${to} ${late ? 'in time' : 'before it was given up'}`
      // It may have it.
      return new Undeliverable(sentence, { cause: error })
    }
    if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined) {
      const permanent = responseCode >= 500 && !ABOUT_US.has(responseCode)
      return new Undeliverable(`${relay} refused the mail to ${to}: ${text}`, {
        permanent,
        notTaken: code === 'EENVELOPE',
        cause: error,
      })
    }
    // Larger than the relay has said it takes: nothing was sent at all.
    const permanent = code === 'EMESSAGE'
    const why = text === '' ? message : text
    return new Undeliverable(`${relay} cannot be used for the mail to ${to} (${code}): ${why}`, {
      permanent,
      notTaken: permanent || isBeforeMail(error),
      cause: error,
    })
  }
}

/** True for what failed before a byte of the mail was sent: name, connection, greeting, TLS, login. */
function isBeforeMail({ code = '', syscall = '', timeoutType = '' }: RelayError): boolean {
  return (
    ['EAUTH', 'ETLS', 'EDNS', 'EENVELOPE'].includes(code) ||
    ['connect', 'getaddrinfo'].includes(syscall) ||
    ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'].includes(timeoutType)
  )
}

/** RFC 5321 and 4954: bad sequence of commands, authentication or encryption wanted; no mail's fault. */
const ABOUT_US: ReadonlySet<number> = new Set([503, 530, 534, 535, 538])

async function* all(content: Buffer, rest: NonNullable<Mail['rest']>): AsyncIterable<Uint8Array> {
  yield content
  yield* rest.stream()
}

function openPool(relay: RelayOptions, token: AccessToken | undefined) {
  const pool = createTransport(poolOptions(relay, token))
  // Those that concern a mail are told to who sends it; others fix themselves with the next mail.
  pool.on('error', () => undefined)
  return pool
}

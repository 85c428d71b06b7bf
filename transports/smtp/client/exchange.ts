/** Sends a request by mail and waits for the mail that answers it: at a listener of its own, or in a mailbox. */
import {
  type Acceptance,
  type Attachment,
  type EnvelopeMessage,
  HeldBinary,
  type InboundMessage,
  type OutboundMessage,
  type Outcome,
  type Spool,
  type TransportLog,
  Undeliverable,
} from '#transport'
import { randomId, signalAfter, wallTime } from '#transport/time'
import { SMTP_BOUNDS } from '../bounds.js'
import { messageId } from '../encode.js'
import { SmtpReceiver } from '../listener/receiver.js'
import { readFetched } from '../mailbox/fetched.js'
import { ImapReceiver, type ReadMail } from '../mailbox/receiver.js'
import type { ClientTls, Login, RelayOptions } from '../relay.js'
import { SmtpSender } from '../sender.js'

/** How a program takes part in mail: whose requests it sends by which relay, and where answers come. */
export interface MailOptions {
  readonly from: string
  readonly relay: MailPeer
  readonly answers:
    | { readonly listen: { readonly host: string; readonly port: number } }
    | { readonly mailbox: MailPeer & { readonly login: Login } }
}

export type MailPeer = Pick<RelayOptions, 'url' | 'login' | 'startTls' | keyof ClientTls>

interface Waiting {
  /** Keeps what comes with the answer. Default: that is in memory. */
  readonly spool: Spool | undefined
  readonly answered: (message: EnvelopeMessage) => void
  readonly failed: (error: Undeliverable) => void
}

const DAY = 86_400_000
const LIMITS = { ...SMTP_BOUNDS.receiving, maxAnswersPerHour: 100_000 }
/** Somebody waits at a terminal. */
const TIMES = { connectTimeout: 10_000, silenceTimeout: 30_000 }

export class MailExchange {
  readonly #from: string
  readonly #sender: SmtpSender
  readonly #receiver: SmtpReceiver | ImapReceiver
  readonly #waiting = new Map<string, Waiting>()
  #listening: Promise<void> | undefined
  #broken: Undeliverable | undefined

  /** @param maxMessage  bytes of an answer */
  constructor({ from, relay, answers }: MailOptions, maxMessage: number) {
    this.#from = from
    this.#sender = new SmtpSender({
      ...relay,
      from,
      plusAddresses: true,
      connections: 2,
      ...SMTP_BOUNDS.relay,
      ...TIMES,
    })
    const at = from.lastIndexOf('@')
    const own = {
      ...LIMITS,
      domains: [from.slice(at + 1).toLowerCase()],
      addresses: { [from.slice(0, at)]: {} },
      plugins: [],
      // What an answer is told by is that it knows the id of its request.
      senders: [{}],
    }
    this.#receiver =
      'listen' in answers
        ? new SmtpReceiver({ ...LISTENER, ...own, ...answers.listen, maxMessage }, this.#log())
        : new ImapReceiver(
            {
              ...MAILBOX,
              ...answers.mailbox,
              maxMessage,
              limits: LIMITS,
              since: new Date(wallTime() - DAY),
            },
            this.#onlyAnswers(readFetched(own)),
            this.#log(),
          )
  }

  /**
   * @param wait  false to wait for no answer
   * @throws Undeliverable if the mail did not get through, or no answer came before the signal ended
   */
  async send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
    ...[wait, spool]: readonly [wait: boolean, spool?: Spool]
  ): Promise<EnvelopeMessage | Acceptance> {
    const id = randomId()
    if (!wait) {
      await this.#sender.send({ ...message, id }, to, signal)
      return { kind: 'accepted', messageId: messageId(id, this.#from) }
    }
    this.#listening ??= this.#receiver.listen((answer) => this.#take(answer))
    await this.#listening
    const answer = this.#answerTo(id, to, signal, spool)
    try {
      // Which of the two fails first tells more.
      await Promise.race([this.#sender.send({ ...message, id }, to, signal), answer])
      return await answer
    } finally {
      this.#waiting.delete(id)
    }
  }

  async close(): Promise<void> {
    await this.#receiver.close(signalAfter(1000))
    await this.#sender.close()
  }

  #answerTo(
    id: string,
    to: URL,
    signal: AbortSignal,
    spool: Spool | undefined,
  ): Promise<EnvelopeMessage> {
    const answer = new Promise<EnvelopeMessage>((answered, failed) => {
      if (this.#broken) failed(this.#broken)
      this.#waiting.set(id, { spool, answered, failed })
      const late = () =>
        failed(new Undeliverable(`no answer of ${to.pathname} to ${this.#from} came in time`))
      if (signal.aborted) late()
      else signal.addEventListener('abort', late, { once: true })
    })
    // Its failure may come before anybody waits for it.
    answer.catch(() => undefined)
    return answer
  }

  async #take(message: InboundMessage): Promise<Outcome> {
    const waiting = this.#whoWaitsFor(message)
    if (!waiting) return { kind: 'refused', refusal: 'unknown-destination' }
    if (message.kind === 'envelope') {
      try {
        waiting.answered({ ...message, attachments: await kept(message, waiting.spool) })
      } catch (cause) {
        waiting.failed(new Undeliverable('the answer cannot be kept', { cause }))
        return { kind: 'refused', refusal: 'unavailable' }
      }
    } else if (message.kind === 'report' && !message.report.delayed) {
      const { status, text } = message.report
      const sentence = `the mail came back: ${status} ${text}`
      waiting.failed(new Undeliverable(sentence, { permanent: true }))
    }
    return { kind: 'accepted' }
  }

  #whoWaitsFor(message: InboundMessage): Waiting | undefined {
    const { inReplyTo = [] } =
      message.kind === 'envelope' || message.kind === 'report' ? message : {}
    const id = inReplyTo.find((id) => this.#waiting.has(id))
    return id === undefined ? undefined : this.#waiting.get(id)
  }

  /** Whatever else is in a mailbox belongs to somebody. */
  #onlyAnswers(read: ReadMail): ReadMail {
    return async (mail) => {
      const messages = await read(mail).catch(() => 'not-ours' as const)
      if (messages === 'not-ours') return messages
      const answers = messages.filter((message) => this.#whoWaitsFor(message))
      return answers.length === 0 ? 'not-ours' : answers
    }
  }

  /** Of a mailbox that cannot be read, there will be no answer. */
  #log(): TransportLog {
    return {
      debug: () => undefined,
      error: () => undefined,
      warn: ({ err }: { readonly err?: unknown }) => {
        if (!(err instanceof Error)) return
        this.#broken = new Undeliverable(err.message, { cause: err })
        for (const { failed } of this.#waiting.values()) failed(this.#broken)
      },
    }
  }
}

/** The attachments of a mail go with it; those of an answer stay for who has asked. */
async function kept(
  { attachments }: EnvelopeMessage,
  spool: Spool | undefined,
): Promise<readonly Attachment[]> {
  const all: Attachment[] = []
  for (const one of attachments) {
    const { content } = one
    const own = spool ? await spool.keep(content.stream()) : new HeldBinary(await content.bytes())
    all.push({ ...one, content: own })
  }
  return all
}

const LISTENER = {
  requireTls: false,
  users: {},
  proveAlways: false,
  maxReceiving: 256 * 1024 ** 2,
  maxConnections: 100,
  maxConnectionsPerAddress: 100,
  maxMailsPerMinute: 6000,
  dataTimeout: 180_000,
}

const MAILBOX = {
  done: 'Waybill',
  failed: 'Waybill',
  checkInterval: 10_000,
  ...SMTP_BOUNDS.mailbox,
  retryDelay: 1000,
  maxReconnectDelay: 10_000,
  ...TIMES,
}

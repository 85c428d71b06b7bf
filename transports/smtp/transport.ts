/** The mail transport: a listener or a mailbox for mails that come in, a relay for those that leave. */
import {
  type EnvelopeMessage,
  type Note,
  type OutboundMessage,
  type Receive,
  type ReloadInput,
  type Reloading,
  Spools,
  type Transport,
  type TransportLog,
  type TransportProblem,
  Undeliverable,
} from '#transport'
import { SMTP_BOUNDS, type SmtpBounds } from './bounds.js'
import type { Mail } from './encode.js'
import type { Hand } from './in-sequence.js'
import type { PassOn } from './listener/postmaster.js'
import { SmtpReceiver } from './listener/receiver.js'
import type { Explanation } from './mailbox/explanation.js'
import { type Mailbox, readFetched } from './mailbox/fetched.js'
import { ImapReceiver } from './mailbox/receiver.js'
import type { Explain } from './mailbox/rejection.js'
import type { SmtpOptions } from './options.js'
import type { Resolve } from './policy/proof.js'
import { PublicAnswers } from './policy/public-answers.js'
import type { SmtpSection } from './section.js'
import { mailboxOptions, smtpOptions } from './settings.js'

/** Hands mails to a relay. */
export interface MailSender {
  send(message: OutboundMessage, to: URL, signal: AbortSignal): Promise<undefined>
  explain(explanation: Explanation, signal: AbortSignal): Promise<unknown>
  pass(mail: Mail, signal: AbortSignal): Promise<unknown>
  report(note: Note, signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

interface Receiving {
  /** Looks up DNS records. Default: as the system does. */
  readonly resolve?: Resolve | undefined
  /** Is read in place of listening. */
  readonly mailbox?: Mailbox | undefined
  /** Hold over a reload. Default: the usual ones. */
  readonly bounds?: SmtpBounds | undefined
  /** Keep mails, and what comes and goes with their messages. */
  readonly spools?: Spools | undefined
}

export class SmtpTransport implements Transport {
  readonly name = 'smtp'
  readonly schemes = ['mailto'] as const
  readonly carriesAttachments = true
  readonly notify: Transport['notify']
  readonly #receiver: SmtpReceiver | ImapReceiver | undefined
  readonly #sender: MailSender | undefined
  readonly #spools: Spools
  readonly #bounds: SmtpBounds

  /** @param sender  none: nothing can be sent */
  constructor(
    options: SmtpOptions,
    log: TransportLog,
    sender?: MailSender,
    { resolve, mailbox, bounds = SMTP_BOUNDS, spools = new Spools() }: Receiving = {},
  ) {
    this.#spools = spools
    this.#bounds = bounds
    if (mailbox) {
      const explain: Explain | undefined = sender && ((...what) => sender.explain(...what))
      const strangers = new PublicAnswers(options.maxPublicAnswersPerHour)
      const read = readingFor(options, mailbox)
      const hand: Hand = (messages, receive) => strangers.handing(messages, receive)
      this.#receiver = new ImapReceiver(mailbox, read, log, { explain, hand, spools })
    } else if (options.enabled !== false) {
      const passOn: PassOn | undefined = sender && ((...mail) => sender.pass(...mail))
      this.#receiver = new SmtpReceiver(options, log, { resolve, passOn }, spools)
    }
    this.#sender = sender
    if (sender) {
      this.notify = async (note, signal) => {
        await sender.report(note, signal)
      }
    }
  }

  get listening(): readonly string[] {
    return this.#receiver?.listening ?? []
  }

  get problems(): readonly TransportProblem[] {
    return this.#receiver instanceof ImapReceiver ? this.#receiver.problems : []
  }

  async listen(receive: Receive): Promise<void> {
    // Each message of a mail is an exchange of its own, and so is what goes with its answer.
    await this.#receiver?.listen(async (message, facts) => {
      const spool = this.#spools.open()
      try {
        return await receive({ ...message, spool }, facts)
      } finally {
        await spool.close()
      }
    })
  }

  /** @returns undefined always: answers are mails of their own */
  async send(
    message: OutboundMessage,
    to: URL,
    signal: AbortSignal,
  ): Promise<EnvelopeMessage | undefined> {
    if (!this.#sender) throw new Undeliverable('no relay for mail is configured')
    return this.#sender.send(message, to, signal)
  }

  reload(input: ReloadInput<SmtpSection>): Reloading {
    const options = smtpOptions(input, this.#bounds)
    const mailbox = mailboxOptions(input.section, this.#bounds)
    const receiver = this.#receiver
    if (receiver instanceof ImapReceiver) {
      if (!mailbox) throw new TypeError('expected a mailbox')
      const read = readingFor(options, mailbox)
      return { changed: [], apply: () => receiver.use(read) }
    }
    return receiver?.reload(options) ?? { changed: [], apply: () => undefined }
  }

  async close(deadline: AbortSignal): Promise<void> {
    await this.#receiver?.close(deadline)
    await this.#sender?.close()
  }
}

function readingFor(options: SmtpOptions, mailbox: Mailbox) {
  return readFetched({ ...options, ...mailbox })
}

/** What bounds mail and is nobody's to configure: each value with the reason for it. */
import type { MailboxOptions } from './mailbox/options.js'
import type { MailLimits, QuarantineBounds, SmtpOptions } from './options.js'
import type { RelayOptions } from './relay.js'

const MINUTE = 60_000

export interface SmtpBounds {
  /** Of mails that come in, whichever way, and of the dialogue with who brings them. */
  readonly receiving: MailLimits &
    Pick<SmtpOptions, 'maxRecipients' | 'maxPublicAnswersPerHour' | 'commandTimeout' | 'dnsTimeout'>
  readonly quarantine: Pick<QuarantineBounds, 'bytes'>
  readonly relay: Pick<RelayOptions, 'mailsPerConnection' | 'connectTimeout' | 'silenceTimeout'>
  readonly mailbox: Pick<
    MailboxOptions,
    | 'concurrency'
    | 'retryDelay'
    | 'reconnectDelay'
    | 'maxReconnectDelay'
    | 'connectTimeout'
    | 'silenceTimeout'
  >
}

/** All times are in milliseconds, all sizes in bytes. */
export const SMTP_BOUNDS: SmtpBounds = Object.freeze({
  receiving: Object.freeze({
    /** Of the whole mail, and in memory: ten times what filters and signatures make of a usual one. */
    maxHeader: 64 * 1024,
    /** Of the whole mail: 100 parts with three fields each, and 200 of the mail itself. */
    maxHeaders: 500,
    /** More files than people attach, and than a message has attachments. */
    maxParts: 100,
    /** A mail that was passed on within mails has two or three levels for each time. */
    maxDepth: 10,
    /** As Postfix has it; no mail that arrives has passed so many hosts. */
    maxReceived: 50,
    /** More than the Hops block of a message allows: where there is one, its fault ends the circle before. */
    maxHops: 20,
    /** RFC 5321 §4.5.3.1.8: so many must be taken. */
    maxRecipients: 100,
    /** Of all together, as addresses can be forged: enough to try a service out, too few to flood anybody. */
    maxPublicAnswersPerHour: 200,
    /** Programs say the next command at once, and who waits has one of `maxConnections`. Ten times this until a mail begins. */
    commandTimeout: MINUTE,
    /** Three answers of a slow resolver; the sender waits for minutes (RFC 5321 §4.5.3.2), and comes again. */
    dnsTimeout: 10_000,
  }),
  quarantine: Object.freeze({
    /** Of one folder: 64 mails of the longest that is kept of one, 256 KiB. */
    bytes: 16 * 1024 ** 2,
  }),
  relay: Object.freeze({
    /** Relays end a connection after some hundreds; then a new one costs little. */
    mailsPerConnection: 100,
    /** A relay that greets later is overloaded, and the mail is tried again. */
    connectTimeout: 15_000,
    /**
     * RFC 5321 §4.5.3.2.6: ten minutes for the reply to a mail, as who gives up sooner sends it twice. The deadline of an
     * attempt, which is the operator's to set, ends it before.
     */
    silenceTimeout: 10 * MINUTE,
  }),
  mailbox: Object.freeze({
    /** The store answers several at once as quickly as one; fewer where `maxReceiving` has no room for so many. */
    concurrency: 8,
    /** A store that restarts is back in seconds; one that is full or broken is not asked all the time. */
    retryDelay: 5000,
    /** A connection that broke at random is made again almost at once. */
    reconnectDelay: 1000,
    /** Where it breaks each time, so few logins are no attack in the eyes of a provider. */
    maxReconnectDelay: MINUTE,
    /** As for the relay. */
    connectTimeout: 15_000,
    /** A mail comes in pieces, each of which is answered within seconds. */
    silenceTimeout: MINUTE,
  }),
})

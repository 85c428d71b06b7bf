/** What the mail transport is told about receiving; `smtp` in the configuration. */
import type { Credentials, SenderRule, TlsFiles } from '#transport'
import type { MimeLimits } from '#transport/mime'

/** One of the node's own addresses. */
export interface AddressEntry {
  /** Plugin that its mail is for; none is the node as a whole. */
  readonly plugin?: string | undefined
  /** Takes envelopes in `.xml` files of type application/xml or application/octet-stream too. */
  readonly files?: boolean | undefined
  /** In place of those for all addresses. */
  readonly senders?: readonly SenderRule[] | undefined
}

/** Bounds of what a mail may hold. */
export interface MailLimits extends MimeLimits {
  /** `Received` lines; more of them are a loop. */
  readonly maxReceived: number
  /** Waybill nodes that a mail may have passed. */
  readonly maxHops: number
}

/** What decides whom a mail is for. */
export interface AddressOptions {
  /** Domains of the node, in lower case. */
  readonly domains: readonly string[]
  /** Local part to what it stands for; `*` is every other one. */
  readonly addresses: Readonly<Record<string, AddressEntry>>
  /** Names of the plugins: each is a local part too, unless `addresses` says something else. */
  readonly plugins: readonly string[]
  /** Plugins with operations that anybody may call, whatever the rules say. Default: none. */
  readonly open?: readonly string[] | undefined
  /** Whose mail is taken at addresses without rules of their own; one rule is enough. */
  readonly senders: readonly SenderRule[]
}

/** Bounds for the mails of known senders, and again for those of unknown ones. */
export interface QuarantineBounds {
  /** Mails that are kept, 0 for none; the oldest are removed. */
  readonly mails: number
  /** Bytes of all of them together. */
  readonly bytes: number
  /** Milliseconds. */
  readonly age: number
}

export interface SmtpOptions extends MailLimits, AddressOptions {
  /** Folder for mails that were refused because they could not be read. Default: none are kept. */
  readonly quarantineFolder?: string | undefined
  readonly quarantine?: QuarantineBounds | undefined
  /** Mailbox that mail for the postmaster goes to, over the relay. Default: it is in the quarantine. */
  readonly postmaster?: string | undefined
  /** Whether mail is received; without it, it can still be sent. Default true. */
  readonly enabled?: boolean | undefined
  readonly host: string
  readonly port: number
  /** Port with TLS from the first byte. Default: none. */
  readonly securePort?: number | undefined
  /** Name in the greeting. Default: the first domain. */
  readonly name?: string | undefined
  /** Certificates, and what is asked of clients. Default: no TLS. */
  readonly tlsFiles?: TlsFiles | undefined
  /** Takes mail over TLS only. */
  readonly requireTls: boolean
  /** Name to `scrypt:salt:key` (base64) or `sha256:hex` of the password. */
  readonly users: Readonly<Record<string, string>>
  /** Checks passwords of peers, too, and tells who senders are. Default: nobody is known. */
  readonly credentials?: Credentials | undefined
  /** Looks SPF, DKIM and DMARC up for every mail, not only where a rule asks for domains. */
  readonly proveAlways: boolean
  /** Bytes of a mail. */
  readonly maxMessage: number
  /** Bytes of all mails that are being received, and of those whose messages are not durable yet. */
  readonly maxReceiving: number
  readonly maxRecipients: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
  /** Mails from one network address. */
  readonly maxMailsPerMinute: number
  /** Mails of one correspondent that can be answered. */
  readonly maxAnswersPerHour: number
  /** Mails of all strangers together that can be answered. */
  readonly maxPublicAnswersPerHour: number
  /** All times in milliseconds. Until a command is in, until a mail is in, until DNS has answered. */
  readonly commandTimeout: number
  readonly dataTimeout: number
  readonly dnsTimeout: number
}

/** The part of the configuration about mail that comes in: addresses, who may send, bounds. */
import {
  count,
  duration,
  network,
  port,
  type SectionOf,
  secret,
  size,
  text,
  tlsKeys,
  tlsPair,
  z,
} from '#transport'
import { readAddress } from './address.js'
import { mailbox as mailboxSection, relay } from './section-sending.js'

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domain = () =>
  z.string().regex(new RegExp(`^${LABEL}(\\.${LABEL})*$`), 'expected a domain in lower case')
const mailbox = z.string().regex(/^[^@\s]+@[^@\s]+$/, 'expected a mail address, or *@ and a domain')

/** All that is said of a sender must hold; a rule that says nothing holds for everybody. */
const sender = z.strictObject({
  hosts: z.array(network()).optional().describe('Networks that it connects from.'),
  users: z.array(text()).optional().describe('Names of smtp.users; * is any.'),
  certificates: z
    .array(text())
    .optional()
    .describe('Common names or SHA-256 fingerprints of its client certificate; * is any.'),
  mailboxes: z
    .array(mailbox)
    .optional()
    .describe('Addresses in From, or *@domain; anybody can write them, so name domains, too.'),
  domains: z
    .array(domain())
    .optional()
    .describe('Domains of which SPF, DKIM or DMARC prove that the mail is theirs.'),
  peers: z
    .array(text())
    .optional()
    .describe('Names in security.peers, whatever proves them; * is any.'),
})

const address = z.strictObject({
  plugin: text().optional().describe('Plugin; none is the node as a whole.'),
  files: z
    .boolean()
    .default(false)
    .describe('Take envelopes in .xml files of type application/xml or octet-stream, too.'),
  senders: z.array(sender).optional().describe('In place of smtp.senders.'),
})

const password = secret(
  z
    .string()
    .regex(
      /^(sha256:[0-9a-fA-F]{64}|scrypt:[A-Za-z0-9+/=]{8,}:[A-Za-z0-9+/=]{24,})$/,
      'expected sha256:hex or scrypt:salt:key',
    ),
)

const tls = z.strictObject({
  ...tlsPair,
  names: z
    .array(z.strictObject(tlsPair))
    .default([])
    .describe(
      'More certificates, each for the host names in it, with keys of the same type. For all others: the one above.',
    ),
  ...tlsKeys,
})

export const smtp = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether the node listens for mail.'),
  host: text()
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 or :: opens the node to other hosts.'),
  port: port().default(2525).describe('Port to listen on; 0 takes a free one.'),
  securePort: port()
    .optional()
    .describe('Port with TLS from the first byte; needs smtp.tls. Default: none.'),
  name: domain().optional().describe('Name in the greeting. Default: the first of domains.'),
  domains: z
    .array(domain())
    .min(1)
    .default(['localhost'])
    .describe('Domains of this node: mail for any other one is refused.'),
  addresses: z
    .record(text(), address)
    .default({})
    .describe(
      'Local parts beside the names of plugins, which are addresses by themselves; * is any other.',
    ),
  senders: z
    .array(sender)
    .default([{ hosts: ['127.0.0.0/8', '::1'] }])
    .describe('Rules for whose mail is taken; one is enough. None: nobody’s.'),
  public: z
    .boolean()
    .default(true)
    .describe('Whether anybody may call operations that their plugin marks as public.'),
  tls: tls.optional().describe('Offers STARTTLS. Default: no TLS.'),
  requireTls: z.boolean().default(false).describe('Take mail over TLS only.'),
  users: z
    .record(text(), password)
    .default({})
    .describe('Who may AUTH: name to sha256:hex or scrypt:salt:key of the password.'),
  proveAlways: z
    .boolean()
    .default(false)
    .describe('Ask SPF, DKIM and DMARC for every mail, not only where a rule names domains.'),
  maxMessage: size({ most: 1024 ** 3 })
    .prefault('10MiB')
    .describe('Size of a mail.'),
  maxReceiving: size({ most: 1024 ** 4 })
    .prefault('256MiB')
    .describe('Size of all mails that are being received, or whose messages are not durable yet.'),
  maxConnections: count(1_000_000).default(1000).describe('Connections at once; more are closed.'),
  maxConnectionsPerAddress: count(1_000_000)
    .default(100)
    .describe('Connections at once from one address.'),
  maxMailsPerMinute: count(1_000_000_000)
    .default(6000)
    .describe('Mails from one network address; it is told to try again later.'),
  maxAnswersPerHour: count(1_000_000_000)
    .default(1000)
    .describe('Mails of one correspondent that are answered; it is told to try again later.'),
  dataTimeout: duration().prefault('3m').describe('Time until a mail is in.'),
  postmaster: z
    .string()
    .refine((text) => readAddress(text) !== undefined, 'expected local@domain')
    .optional()
    .describe('Mailbox that mail for postmaster goes to, over the relay. Default: the quarantine.'),
  quarantine: z
    .strictObject({
      mails: z
        .int()
        .min(0)
        .max(1_000_000)
        .default(100)
        .describe('Mails that are kept; 0 keeps none, and the oldest are removed.'),
      age: duration({ most: 366 * 86_400_000 })
        .prefault('30d')
        .describe('Time that each is kept.'),
    })
    .prefault({})
    .describe('Bounds of refused mails that could not be read, for known senders and for others.'),
  relay: relay.optional().describe('The relay that takes mail; without it none is sent.'),
  mailbox: mailboxSection
    .optional()
    .describe('A mailbox that is read in place of listening, by IMAP.'),
})

export type SmtpSection = SectionOf<typeof smtp>

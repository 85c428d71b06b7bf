/** SOAP over mail: the binding of the SOAP 1.2 Email Binding note, and of SOAP 1.1 in the same way. */
import { defineTransport } from '#transport'
import { domainOf } from './address.js'
import { SMTP_BOUNDS } from './bounds.js'
import {
  checkDestination,
  findInListener,
  findInSender,
  isOwnMailbox,
  ownMailboxes,
} from './check.js'
import type { MailOptions } from './client/exchange.js'
import { MAIL_FLAGS, type MailFlags, mailOptions } from './client/flags.js'
import { strictMailto } from './mailto.js'
import { findKept } from './policy/find-kept.js'
import { type SmtpSection, smtp } from './section.js'
import { mailboxOptions, relayOptions, smtpOptions } from './settings.js'

export default defineTransport({
  name: 'smtp',
  schemes: ['mailto'],
  config: smtp,
  bounds: SMTP_BOUNDS,
  reloads: ['senders', 'public', 'addresses', 'users', 'tls'],
  answers: 'message',
  isUsed: ({ enabled, relay }) => enabled || relay !== undefined,
  // Here and below: a program that only reads the configuration loads no library of the protocol.
  async create(input) {
    const { section, bounds, log, attachments } = input
    const options = smtpOptions(input, bounds)
    const relay = relayOptions(section, bounds.relay, options, attachments?.spools.folder)
    const mailbox = mailboxOptions(section, bounds)
    const { SmtpTransport } = await import('./transport.js')
    const sender = relay && new (await import('./sender.js')).SmtpSender(relay)
    const receiving = { mailbox, bounds, spools: attachments?.spools }
    return new SmtpTransport(options, log, sender, receiving)
  },
  hostOf: ({ pathname }) => domainOf(pathname),
  isOwn: isOwnMailbox,
  readAddress: strictMailto,
  check: checkDestination,
  findings: (settings) => [...findInListener(settings), ...findInSender(settings)],
  publicAddress: ({ section }, plugin) =>
    plugin === undefined ? undefined : `mailto:${plugin}@${section.domains[0]}`,
  mailboxes: ownMailboxes,
  port: ({ section }, plugin) => {
    const { enabled, mailbox, domains } = section
    if (!enabled && !mailbox) return undefined
    // SOAP 1.1 over SMTP (2001): the transport of its binding.
    const binding = 'http://schemas.pocketsoap.com/soap/smtp'
    return { name: 'Mail', binding, address: `mailto:${plugin}@${domains[0]}` }
  },
  findKept,
  listens: ({ enabled, mailbox, host, port, securePort }) =>
    enabled && !mailbox
      ? [
          { key: 'smtp.port', host, port },
          ...(securePort === undefined ? [] : [{ key: 'smtp.securePort', host, port: securePort }]),
        ]
      : [],
  examine: async (section, around) => {
    const { examineMail } = await import('./examine.js')
    return examineMail(section, around)
  },
  plan: ({ section, names }) => [['Mail', mailLines(section, names)]],
  client: {
    option: 'mail',
    flags: MAIL_FLAGS,
    fromFlags: (flags: MailFlags) => ({ options: mailOptions(flags), wait: flags.wait }),
    async open(options: MailOptions, maxBody) {
      const { MailExchange } = await import('./client/exchange.js')
      // A body grows by a third in base64, or by its escapes.
      return new MailExchange(options, 2 * maxBody)
    },
  },
})

/**
 * @param names  plugins, and paths that routes ask for: each is an address by its name
 * @returns nothing where no mail comes in and none leaves
 */
function mailLines(smtp: SmtpSection, names: readonly string[]): readonly string[] {
  const { enabled, mailbox, relay, host, port, securePort, domains, addresses } = smtp
  const at = host.includes(':') ? `[${host}]` : host
  const listening = [
    `smtp://${at}:${port}`,
    ...(securePort === undefined ? [] : [`smtps://${at}:${securePort}`]),
  ]
  const locals = [...new Set([...names, ...Object.keys(addresses)])]
  const own = locals.map((local) => `${local}@${domains[0]}`).join(', ')
  return [
    ...(enabled
      ? [`${mailbox ? mailbox.url : listening.join(' and ')}  for ${own || 'nobody'}`]
      : []),
    ...(relay ? [`leaves by ${relay.url}, from ${relay.from}`] : []),
  ]
}

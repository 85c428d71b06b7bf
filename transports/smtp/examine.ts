/** Looks whether the relay and the mailbox take this node's login, and what DNS says of its domains. */
import { codeOf, error, type Finding, isLoopback, ok, type Surroundings, within } from '#transport'
import { AccessToken } from './access-token.js'
import { domainOf } from './address.js'
import { SMTP_BOUNDS } from './bounds.js'
import { examineDkim } from './examine-dkim.js'
import { examineDmarc, examineMx, examineSpf } from './examine-dns.js'
import type { SmtpSection } from './section.js'
import { mailboxOptions, relayOptions } from './settings.js'

export async function examineMail(
  section: SmtpSection,
  around: Surroundings,
): Promise<readonly Finding[]> {
  const { relay, domains } = section
  const from = relay && domainOf(relay.from)
  // A name without a dot is of this machine only.
  const own = domains.filter((domain) => domain.includes('.'))
  const senders = [...new Set([...(from?.includes('.') ? [from] : []), ...(relay ? own : [])])]
  const found = await Promise.all([
    ...own.map((domain) => examineMx(domain, around.dns)),
    ...senders.map((domain) => examineSpf(domain, around.dns)),
    ...senders.map((domain) => examineDmarc(domain, around.dns)),
    examineDkim(relay?.dkim, relay !== undefined, around.dns),
    examineRelay(section, around.patience),
    examineMailbox(section, around.patience),
  ])
  return found.flat()
}

async function examineRelay(section: SmtpSection, patience: number): Promise<readonly Finding[]> {
  const { relay } = section
  if (!relay) return []
  const key = 'smtp.relay.url'
  try {
    const own = { ...section, plugins: [] }
    const options = relayOptions(section, SMTP_BOUNDS.relay, own)
    if (!options) return []
    const { createTransport } = await import('nodemailer')
    const { poolOptions } = await import('./relay.js')
    const oauth2 = options.login?.oauth2
    const waiting = { connectTimeout: patience, silenceTimeout: patience }
    const pool = createTransport(
      poolOptions({ ...options, ...waiting }, oauth2 && new AccessToken(oauth2)),
    )
    try {
      await pool.verify()
    } finally {
      pool.close()
    }
    const { hostname, protocol } = new URL(relay.url)
    const secure = protocol === 'smtps:' || (relay.startTls ?? !isLoopback(hostname))
    const login =
      relay.user === undefined ? 'without a login' : `and accepts the login of ${relay.user}`
    return [ok(key, `${relay.url} answers ${secure ? 'over TLS' : 'without TLS'}, ${login}`)]
  } catch (thrown) {
    return [error(key, `${relay.url} cannot be used: ${reasonOf(thrown)}`, remedyOf(thrown))]
  }
}

async function examineMailbox(section: SmtpSection, patience: number): Promise<readonly Finding[]> {
  const { mailbox } = section
  if (!mailbox) return []
  const key = 'smtp.mailbox.url'
  try {
    const options = mailboxOptions(section, SMTP_BOUNDS)
    if (!options) return []
    const { ImapSession } = await import('./mailbox/session.js')
    const { oauth2 } = options.login
    const token = oauth2 && new AccessToken(oauth2)
    await within(patience, () => ImapSession.tryLogin(options, token))
    return [ok(key, `${mailbox.url} accepts the login of ${mailbox.user}`)]
  } catch (thrown) {
    return [error(key, `${mailbox.url} cannot be used: ${reasonOf(thrown)}`, remedyOf(thrown))]
  }
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.message !== '' ? thrown.message : codeOf(thrown)
}

/** By the codes of nodemailer and of node:tls. */
function remedyOf(thrown: unknown): string {
  const text = `${codeOf(thrown)} ${reasonOf(thrown)}`
  if (/EAUTH|login|authenticat/i.test(text)) return 'correct user and password'
  if (/certificate|CERT|self.signed|altname/i.test(text)) {
    return 'give its authority by ca, or the name that is in its certificate as the host'
  }
  if (/ETLS|STARTTLS/.test(text)) return 'give the port that has TLS, or ask whoever runs it'
  return 'correct host and port, start it, or open the firewall for it'
}

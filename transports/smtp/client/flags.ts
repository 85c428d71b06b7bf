/** The options of `waybill call` that are about mail: the relay, the mailbox, and where passwords are. */
import { type Flag, fileOf, passwordAt, readTime } from '#transport'
import type { MailOptions, MailPeer } from './exchange.js'

/** What commander makes of the flags below. */
export type MailFlags = {
  readonly via?: URL
  readonly viaPassword?: string
  readonly from?: string
  readonly listen: string
  readonly mailbox?: URL
  readonly mailboxPassword?: string
  readonly ca?: string
  readonly plain: boolean
  readonly wait: number
}

export const MAIL_FLAGS: readonly Flag[] = [
  {
    flags: '--via <url>',
    description: 'relay for mailto: URLs, as smtp://user@host:port or smtps:',
    read: urlOf('smtp'),
  },
  {
    flags: '--via-password <where>',
    description: "the user's password at the relay: env:NAME or file:path",
  },
  {
    flags: '--from <mailbox>',
    description: 'mailbox that the request is from and the answer goes to',
  },
  {
    flags: '--listen <host:port>',
    description: 'where the answer comes in by SMTP',
    default: '127.0.0.1:0',
  },
  {
    flags: '--mailbox <url>',
    description: 'where the answer is read: imaps://user@host/folder or imap:',
    read: urlOf('imap'),
  },
  {
    flags: '--mailbox-password <where>',
    description: "the user's password at the mailbox: env:NAME or file:path",
  },
  {
    flags: '--ca <file>',
    description: "authorities of the other side's certificates, in PEM",
  },
  { flags: '--plain', description: 'without TLS, beyond this machine too', default: false },
  {
    flags: '--wait <time>',
    description: 'time to wait for the answer by mail, such as 1m; 0 does not',
    default: { value: 60_000, text: '1m' },
    read: (text) => readTime(text, { least: 0, most: 86_400_000 }),
  },
]

/** @throws TypeError if something is missing to send by mail */
export function mailOptions(flags: MailFlags): MailOptions {
  const { via, viaPassword, from, mailbox, mailboxPassword } = flags
  if (!via || from === undefined) throw new TypeError('a mailto: URL needs --via and --from')
  if (!/^[^@\s]+@[^@\s]+$/.test(from)) throw new TypeError(`${from}: expected a mailbox`)
  const relay = peer(via, '--via-password', viaPassword, flags)
  if (!mailbox) return { from, relay, answers: { listen: hostAndPort(flags.listen) } }
  const { login, ...rest } = peer(mailbox, '--mailbox-password', mailboxPassword, flags)
  if (!login) throw new TypeError('--mailbox needs a user, as in imaps://user@host/folder')
  return { from, relay, answers: { mailbox: { ...rest, login } } }
}

function peer(
  { href, username }: URL,
  option: string,
  where: string | undefined,
  { ca, plain }: MailFlags,
): MailPeer {
  const url = new URL(href)
  url.username = ''
  if (username !== '' && where === undefined) throw new TypeError(`a user needs ${option}`)
  if (username === '' && where !== undefined) throw new TypeError(`${option} needs a user`)
  return {
    url: url.href,
    ...(plain && { startTls: false }),
    ...(ca !== undefined && { ca: fileOf(ca) }),
    ...(where !== undefined && {
      login: { user: decodeURIComponent(username), password: passwordAt(where) },
    }),
  }
}

function urlOf(scheme: 'smtp' | 'imap'): (text: string) => URL {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || ![`${scheme}:`, `${scheme}s:`].includes(url.protocol) || url.hostname === '') {
      throw new TypeError(`expected an ${scheme} or ${scheme}s URL`)
    }
    if (url.password !== '') throw new TypeError('a password does not belong here')
    return url
  }
}

function hostAndPort(text: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(text) ?? []
  if (host === '' || Number(port) > 65_535) throw new TypeError(`${text}: expected host:port`)
  return { host, port: Number(port) }
}

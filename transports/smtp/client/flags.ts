/** The options of `waybill call` that are about mail: the relay, the mailbox, and where passwords are. */
import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { codeOf } from '../../../src/base/errno.js'
import { WrongUsage } from '../../../src/cli/report-error.js'
import type { MailOptions, MailPeer } from './exchange.js'

export interface MailFlags {
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

export function addMailFlags(command: Command): Command {
  return command
    .option(
      '--via <url>',
      'relay for mailto: URLs, as smtp://user@host:port or smtps:',
      urlOf('smtp'),
    )
    .option('--via-password <where>', "the user's password at the relay: env:NAME or file:path")
    .option('--from <mailbox>', 'mailbox that the request is from and the answer goes to')
    .option('--listen <host:port>', 'where the answer comes in by SMTP', '127.0.0.1:0')
    .option(
      '--mailbox <url>',
      'where the answer is read: imaps://user@host/folder or imap:',
      urlOf('imap'),
    )
    .option(
      '--mailbox-password <where>',
      "the user's password at the mailbox: env:NAME or file:path",
    )
    .option('--ca <file>', 'authorities of the certificates of relay and mailbox, in PEM')
    .option('--plain', 'without TLS, beyond this machine too', false)
    .option('--wait <seconds>', 'seconds to wait for the answer by mail; 0 does not', wait, 60)
}

/** @throws WrongUsage if something is missing to send by mail */
export function mailOptions(flags: MailFlags): MailOptions {
  const { via, viaPassword, from, mailbox, mailboxPassword } = flags
  if (!via || from === undefined) throw new WrongUsage('a mailto: URL needs --via and --from')
  if (!/^[^@\s]+@[^@\s]+$/.test(from)) throw new WrongUsage(`${from}: expected a mailbox`)
  const relay = peer(via, '--via-password', viaPassword, flags)
  if (!mailbox) return { from, relay, answers: { listen: hostAndPort(flags.listen) } }
  const { login, ...rest } = peer(mailbox, '--mailbox-password', mailboxPassword, flags)
  if (!login) throw new WrongUsage('--mailbox needs a user, as in imaps://user@host/folder')
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
  if (username !== '' && where === undefined) throw new WrongUsage(`a user needs ${option}`)
  if (username === '' && where !== undefined) throw new WrongUsage(`${option} needs a user`)
  return {
    url: url.href,
    ...(plain && { startTls: false }),
    ...(ca !== undefined && { ca: content(ca) }),
    ...(where !== undefined && {
      login: { user: decodeURIComponent(username), password: secret(where) },
    }),
  }
}

/** Never the password itself: everybody on the machine sees the arguments of a process. */
function secret(where: string): string {
  const [, kind, name = ''] = /^(env|file):(.+)$/s.exec(where) ?? []
  const found = kind === 'env' ? process.env[name] : kind === 'file' ? content(name) : undefined
  if (kind === undefined) throw new WrongUsage('a password is given as env:NAME or file:path')
  if (!found) throw new WrongUsage(`${where}: there is no password`)
  return found.replace(/\r?\n$/, '')
}

function content(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new WrongUsage(`${file}: cannot be read (${codeOf(error)})`)
  }
}

function urlOf(scheme: 'smtp' | 'imap'): (text: string) => URL {
  return (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url || ![`${scheme}:`, `${scheme}s:`].includes(url.protocol) || url.hostname === '') {
      throw new InvalidArgumentError(`expected an ${scheme} or ${scheme}s URL`)
    }
    if (url.password !== '') throw new InvalidArgumentError('a password does not belong here')
    return url
  }
}

function hostAndPort(text: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(text) ?? []
  if (host === '' || Number(port) > 65_535) throw new WrongUsage(`${text}: expected host:port`)
  return { host, port: Number(port) }
}

function wait(text: string): number {
  const number = Number(text)
  if (!(number >= 0 && number <= 86_400) || text.trim() === '') {
    throw new InvalidArgumentError('expected a number of seconds')
  }
  return number
}

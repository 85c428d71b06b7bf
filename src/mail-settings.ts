/** Makes of the section `smtp` what the mail transport is told: files are read, logins put together. */
import { readFileSync } from 'node:fs'
import type { Login, Mailbox, RelayOptions, SmtpOptions } from '../transports/smtp/index.js'
import type { Config } from './config.js'
import { WaybillError } from './errors.js'
import type { LoadedPlugin } from './processor/loaded-plugin.js'

type Smtp = Config['smtp']
type Section = NonNullable<Smtp['relay']> | NonNullable<Smtp['mailbox']>

/** @param paths  what routes ask for: addresses like those of plugins */
export function smtpOptions(
  smtp: Smtp,
  plugins: readonly LoadedPlugin[],
  paths: readonly string[],
): SmtpOptions {
  const open = smtp.public ? plugins.filter(isOpen) : []
  return { ...smtp, plugins: [...plugins.map(nameOf), ...paths], open: open.map(nameOf) }
}

const nameOf = ({ name }: LoadedPlugin) => name

function isOpen({ definition: { operations = [] } }: LoadedPlugin): boolean {
  return operations.some((operation) => operation.public === true)
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID for a file that cannot be read */
export function relayOptions({ relay }: Smtp): RelayOptions | undefined {
  if (!relay) return undefined
  const { url, from, plusAddresses, connections, mailsPerConnection, dkim } = relay
  return {
    url,
    from,
    plusAddresses,
    connections,
    mailsPerConnection,
    ...connection(relay, 'smtp.relay'),
    login: relay.user === undefined ? undefined : login(relay.user, relay),
    dkim: dkim && { ...dkim, key: read(dkim.key, 'smtp.relay.dkim.key') },
  }
}

/** @throws WaybillError WAYBILL_CONFIG_INVALID for a file that cannot be read */
export function mailboxOptions({ mailbox, maxMessage }: Smtp): Mailbox | undefined {
  if (!mailbox) return undefined
  const { url, done, failed, authority, concurrency, checkInterval, retryDelay } = mailbox
  const { reconnectDelay, maxReconnectDelay, user = '' } = mailbox
  return {
    url,
    done,
    failed,
    authority,
    concurrency,
    checkInterval,
    retryDelay,
    reconnectDelay,
    maxReconnectDelay,
    maxMessage,
    ...connection(mailbox, 'smtp.mailbox'),
    login: login(user, mailbox),
  }
}

function connection({ startTls, ca, connectTimeout, silenceTimeout }: Section, key: string) {
  return {
    startTls,
    ca: ca === undefined ? undefined : read(ca, `${key}.ca`),
    connectTimeout,
    silenceTimeout,
  }
}

function login(user: string, { password, oauth2 }: Section): Login {
  return { user, password, oauth2 }
}

function read(file: string, key: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException
    throw new WaybillError('WAYBILL_CONFIG_INVALID', `${key}: ${file} cannot be read (${code})`, {
      cause,
    })
  }
}

/** Makes of the section `smtp` what the mail transport is told: files are read, logins put together. */
import {
  certificates,
  keyPair,
  privateKey,
  type ReloadInput,
  readTls,
  WaybillError,
} from '#transport'
import { domainOf } from './address.js'
import type { Mailbox } from './mailbox/fetched.js'
import type { AddressOptions, SmtpOptions } from './options.js'
import { quarantineFolders } from './policy/quarantine.js'
import type { Login, RelayOptions } from './relay.js'
import type { SmtpSection as Smtp } from './section.js'

type Section = NonNullable<Smtp['relay']> | NonNullable<Smtp['mailbox']>

/** @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID */
export function smtpOptions({
  section,
  stateDir,
  plugins,
  paths,
  credentials,
}: ReloadInput<Smtp>): SmtpOptions {
  const { postmaster, relay, domains } = section
  if (postmaster !== undefined && !relay) {
    throw invalid('smtp.postmaster: expected smtp.relay beside it, over which its mail goes')
  }
  if (postmaster !== undefined && domains.includes(domainOf(postmaster))) {
    throw invalid(`smtp.postmaster: expected a mailbox beyond smtp.domains, got ${postmaster}`)
  }
  if (!section.tls) refuseWithoutTls(section)
  const open = section.public ? plugins.filter((plugin) => plugin.public) : []
  return {
    ...section,
    tlsFiles: section.tls && readTls(section.tls, 'smtp.tls'),
    quarantineFolder: quarantineFolders(stateDir)[0],
    plugins: [...plugins.map(({ name }) => name), ...paths],
    credentials,
    open: open.map(({ name }) => name),
  }
}

/** What closes the node to everybody without a certificate of its own. */
function refuseWithoutTls({ securePort, requireTls }: Smtp): void {
  const wanted = { securePort, requireTls: requireTls || undefined }
  const [key] = Object.entries(wanted).find(([, value]) => value !== undefined) ?? []
  if (key !== undefined) throw invalid(`smtp.${key}: expected smtp.tls with it`)
}

function invalid(sentence: string): WaybillError {
  return new WaybillError('WAYBILL_CONFIG_INVALID', sentence)
}

function authorities(file: string | undefined, key: string): string | undefined {
  return file === undefined ? undefined : certificates({ file, key })
}

/**
 * @param folder  for large mails until they are signed
 * @throws WaybillError WAYBILL_FILE_UNUSABLE
 */
export function relayOptions(
  smtp: Smtp,
  own: AddressOptions,
  folder?: string,
): RelayOptions | undefined {
  const { relay } = smtp
  if (!relay) return undefined
  const { url, from, plusAddresses, connections, mailsPerConnection, dkim } = relay
  return {
    url,
    from,
    plusAddresses,
    folder,
    own: relay.asAddressed ? own : undefined,
    connections,
    mailsPerConnection,
    ...connection(relay, 'smtp.relay'),
    login: relay.user === undefined ? undefined : login(relay.user, relay),
    dkim: dkim && {
      ...dkim,
      key: privateKey({ file: dkim.key, key: 'smtp.relay.dkim.key' }, 'rsa'),
    },
  }
}

/** @throws WaybillError WAYBILL_FILE_UNUSABLE */
export function mailboxOptions(section: Smtp): Mailbox | undefined {
  const { mailbox, maxMessage, maxReceiving } = section
  if (!mailbox) return undefined
  const { url, done, failed, authority, concurrency, checkInterval, retryDelay } = mailbox
  const { reconnectDelay, maxReconnectDelay, user = '' } = mailbox
  return {
    url,
    done,
    failed,
    authority,
    concurrency: Math.max(1, Math.min(concurrency, Math.floor(maxReceiving / maxMessage))),
    checkInterval,
    retryDelay,
    reconnectDelay,
    maxReconnectDelay,
    maxMessage,
    limits: section,
    ...connection(mailbox, 'smtp.mailbox'),
    login: login(user, mailbox),
  }
}

function connection(section: Section, key: string) {
  const { startTls, ca, certificate, key: own, connectTimeout, silenceTimeout } = section
  if ((certificate === undefined) !== (own === undefined)) {
    throw invalid(`${key}.certificate and ${key}.key: expected both, or neither`)
  }
  return {
    ...(certificate !== undefined &&
      own !== undefined &&
      keyPair({ file: certificate, key: `${key}.certificate` }, { file: own, key: `${key}.key` })),
    startTls,
    ca: authorities(ca, `${key}.ca`),
    connectTimeout,
    silenceTimeout,
  }
}

function login(user: string, { password, oauth2 }: Section): Login {
  return { user, password, oauth2 }
}

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
import type { SmtpBounds } from './bounds.js'
import type { Mailbox } from './mailbox/fetched.js'
import type { AddressOptions, SmtpOptions } from './options.js'
import { quarantineFolders } from './policy/quarantine.js'
import type { ClientTls, Login, RelayOptions } from './relay.js'
import type { SmtpSection as Smtp } from './section.js'

type Relay = NonNullable<Smtp['relay']>
type Section = Relay | NonNullable<Smtp['mailbox']>

/** @throws WaybillError WAYBILL_FILE_UNUSABLE, WAYBILL_CONFIG_INVALID */
export function smtpOptions(
  { section, stateDir, plugins, paths, credentials }: ReloadInput<Smtp>,
  bounds: SmtpBounds,
): SmtpOptions {
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
    ...bounds.receiving,
    quarantine: { ...section.quarantine, ...bounds.quarantine },
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
  { relay }: Smtp,
  bounds: SmtpBounds['relay'],
  own: AddressOptions,
  folder?: string,
): RelayOptions | undefined {
  if (!relay) return undefined
  const { url, from, plusAddresses, connections, dkim } = relay
  return {
    url,
    from,
    plusAddresses,
    folder,
    own: relay.asAddressed ? own : undefined,
    connections,
    ...bounds,
    ...connection(relay, 'smtp.relay'),
    ...identity(relay),
    login: relay.user === undefined ? undefined : login(relay.user, relay),
    dkim: dkim && {
      ...dkim,
      key: privateKey({ file: dkim.key, key: 'smtp.relay.dkim.key' }, 'rsa'),
    },
  }
}

/** @throws WaybillError WAYBILL_FILE_UNUSABLE */
export function mailboxOptions(
  { mailbox, maxMessage, maxReceiving }: Smtp,
  bounds: SmtpBounds,
): Mailbox | undefined {
  if (!mailbox) return undefined
  const { url, done, failed, authority, checkInterval, user = '' } = mailbox
  const { concurrency } = bounds.mailbox
  return {
    ...bounds.mailbox,
    url,
    done,
    failed,
    authority,
    concurrency: Math.max(1, Math.min(concurrency, Math.floor(maxReceiving / maxMessage))),
    checkInterval,
    maxMessage,
    limits: bounds.receiving,
    ...connection(mailbox, 'smtp.mailbox'),
    login: login(user, mailbox),
  }
}

function connection({ startTls, ca }: Section, key: string) {
  return { startTls, ca: authorities(ca, `${key}.ca`) }
}

/** The certificate of this node that the relay is shown. */
function identity({ certificate, key }: Relay): Pick<ClientTls, 'certificate' | 'key'> {
  if ((certificate === undefined) !== (key === undefined)) {
    throw invalid('smtp.relay.certificate and smtp.relay.key: expected both, or neither')
  }
  if (certificate === undefined || key === undefined) return {}
  return keyPair(
    { file: certificate, key: 'smtp.relay.certificate' },
    { file: key, key: 'smtp.relay.key' },
  )
}

function login(user: string, { password, oauth2 }: Section): Login {
  return { user, password, oauth2 }
}

/** Finds out whether a URL leads back to this node, as far as its configuration shows. */
import { hostname as machineName, networkInterfaces } from 'node:os'
import { untranslated } from '../../src/addressing/address-ranges.js'
import { nameOf } from '../../src/config/plugin-name.js'
import type { Config } from '../../src/config/schema.js'
import { pathsOf } from '../../src/routing/routes.js'
import { readMailto } from '../smtp/mailto.js'

export type Places = Pick<Config, 'http' | 'smtp' | 'plugins' | 'routes'>

/**
 * True for a URL that this node receives at. Names that only DNS or a proxy knows are not seen: those
 * are for `http.names`.
 *
 * @throws Undeliverable for a `mailto:` URL that is no address
 */
export function isOwn(url: URL, places: Places): boolean {
  return url.protocol === 'mailto:' ? takesMail(url, places) : listensAt(url, places.http)
}

function listensAt(url: URL, { host, port, basePath, names }: Config['http']): boolean {
  if (url.pathname !== basePath && !url.pathname.startsWith(`${basePath}/`)) return false
  const at = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const named = names.some((name) => {
    const own = name.toLowerCase()
    return own === `${url.hostname}:${at}` || own === url.host
  })
  // Of port 0 nobody knows yet what it will be.
  return named || (port !== 0 && at === port && isHere(bare(url.hostname), bare(host)))
}

/** Hosts that mean this machine to whoever connects from it. */
const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'])
/** Addresses to listen on that stand for all of the machine's. */
const ALL: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

function isHere(name: string, own: string): boolean {
  if (name === own) return true
  if (LOCAL.has(own) && LOCAL.has(name)) return true
  return ALL.has(own) && (name.startsWith('127.') || machine().has(name))
}

function machine(): ReadonlySet<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return new Set([
    machineName().toLowerCase(),
    ...addresses.map(({ address }) => address.toLowerCase()),
  ])
}

/** A host in one form: an IPv6 address without brackets, and an IPv4 address within one as itself. */
function bare(host: string): string {
  const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/`
  const written = URL.canParse(url) ? new URL(url).hostname : host.toLowerCase()
  return untranslated(written.replace(/^\[(.*)\]$/, '$1'))
}

function takesMail(url: URL, { smtp, plugins, routes }: Places): boolean {
  const receives = smtp.enabled || (smtp.mailbox !== undefined && smtp.relay !== undefined)
  const { mailbox } = readMailto(url)
  const [local = '', domain = ''] = mailbox.toLowerCase().split('@')
  if (!receives || !smtp.domains.includes(domain)) return false
  const own = [...Object.keys(smtp.addresses), ...plugins.map(nameOf), ...pathsOf({ routes })]
  const [name = ''] = local.split('+')
  return own.some((known) => known === '*' || known.toLowerCase() === name)
}

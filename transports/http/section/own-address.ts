/** Finds out whether a URL leads back to this node, as far as its configuration shows. */
import { hostname as machineName, networkInterfaces } from 'node:os'
import { untranslated } from '#transport'
import type { HttpSection } from './section.js'

/**
 * True for a URL that this node listens on. It does not ask DNS: names that only DNS or a proxy knows
 * belong in `http.names`.
 */
export function isOwnAddress(url: URL, { host, port, basePath, names }: HttpSection): boolean {
  if (url.pathname !== basePath && !url.pathname.startsWith(`${basePath}/`)) return false
  const at = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const named = names.some((name) => {
    const own = name.toLowerCase()
    return own === `${url.hostname}:${at}` || own === url.host
  })
  // With port 0 the port is not known yet.
  return named || (port !== 0 && at === port && isHere(bare(url.hostname), bare(host)))
}

/** Hosts that mean this machine on this machine. */
const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'])
/** Addresses to listen on that stand for every address of the machine. */
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

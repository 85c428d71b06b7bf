/** Where the admin listener of a node is reached from its own machine, by the configuration. */
import type { Config } from '../../config/schema.js'

/** Addresses to listen on all interfaces, and what reaches them from here. */
const ALL: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** @returns undefined if the port is any free one */
export function adminAddress({ admin }: Pick<Config, 'admin'>): string | undefined {
  if (admin.port === 0) return undefined
  const host = ALL.get(admin.host) ?? admin.host
  const shown = host.includes(':') ? `[${host}]` : host
  return `${admin.tls ? 'https' : 'http'}://${shown}:${admin.port}`
}

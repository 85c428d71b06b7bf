/** Reads the hosts that answers may go to, each with its port if that is not the default one. */
import { isIP } from 'node:net'

export interface AllowedHost {
  /** In lower case; `*.domain` for every name below it, `*` for any; an IPv6 address without brackets. */
  readonly name: string
  /** Undefined for the default port of the scheme, `*` for any. */
  readonly port: string | undefined
}

const NAME = /^(?:\*|(?:\*\.)?[a-z0-9_.-]+(?<!\.))$/

/** @returns undefined for a text that is no name, `*.domain` or `*`, with `:port`, `:*` or nothing behind it */
export function parseAllowedHost(text: string): AllowedHost | undefined {
  const host = text.toLowerCase()
  if (isIP(host) !== 0) return { name: host, port: undefined }
  const colon = host.lastIndexOf(':')
  const named = colon > host.lastIndexOf(']')
  const port = named ? host.slice(colon + 1) : undefined
  const name = named ? host.slice(0, colon) : host
  const address = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : ''
  if (port !== undefined && !isPort(port)) return undefined
  if (isIP(address) === 6) return { name: address, port }
  return NAME.test(name) ? { name, port } : undefined
}

/** The URL class knows the default ports of the schemes, and leaves them away. */
export function isAllowedPort(url: URL, port: string | undefined): boolean {
  if (port === '*') return true
  return url.port === (port === undefined ? '' : new URL(`${url.protocol}//host:${port}`).port)
}

function isPort(text: string): boolean {
  return text === '*' || (/^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= 65_535)
}

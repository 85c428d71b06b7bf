/** Finds out whom a request is from that listed proxies have passed on; from others such headers count for nothing. */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { ADDRESS_HEADERS } from '../config/proxies.js'
import { type Hop, readForwarded } from './forwarded.js'
import { isWithin } from './networks.js'

export type { Hop }

/** Proxies that a request may have passed; whom it is from beyond them is not known. */
const MAX_PROXIES = 32

export interface ListedProxies {
  /** Networks that they are in. */
  readonly proxies: readonly string[]
  readonly header: (typeof ADDRESS_HEADERS)[number]
}

export function isProxy(
  { proxies }: Pick<ListedProxies, 'proxies'>,
  address: string | undefined,
): boolean {
  return proxies.length > 0 && isWithin(proxies, address)
}

/**
 * Who connected to the furthest listed proxy. What is behind the first address that is no proxy's, its sender may have
 * made up.
 *
 * @param connected  the other end of the connection
 * @returns no address if nobody knows it
 */
export function beyondProxies(
  headers: IncomingHttpHeaders,
  connected: Hop,
  listed: ListedProxies,
): Hop {
  if (!isProxy(listed, connected.node)) return connected
  const hops = hopsOf(headers, listed.header)
  if (!hops) return UNKNOWN
  let found = connected
  for (const [passed, { node, secure }] of hops.toReversed().entries()) {
    if (passed >= MAX_PROXIES) return UNKNOWN
    found = { node: addressIn(node), secure }
    if (!isProxy(listed, found.node)) return found
  }
  return found
}

const UNKNOWN: Hop = { node: undefined, secure: false }

/** The nearest proxy's last; undefined for what cannot be read. */
function hopsOf(
  headers: IncomingHttpHeaders,
  by: ListedProxies['header'],
): readonly Hop[] | undefined {
  if (by === 'Forwarded') return readForwarded(headers.forwarded)
  const proto = fieldText(headers['x-forwarded-proto']) ?? ''
  // If there are several, each stands for one connection on the way.
  const secure = proto.split(',').every((scheme) => scheme.trim().toLowerCase() === 'https')
  const nodes = fieldText(headers['x-forwarded-for'])?.split(',') ?? []
  return nodes.map((node) => ({ node: node.trim(), secure }))
}

/** node:http joins the values of a repeated field. */
function fieldText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(',')
}

/** RFC 7239 §6: an address, perhaps with a port, `unknown`, or a name that says nothing. */
function addressIn(node = ''): string | undefined {
  const [, bracketed, plain] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/.exec(node) ?? []
  const address = bracketed ?? plain ?? node
  return isIP(address) === 0 || address.includes('%') ? undefined : address
}

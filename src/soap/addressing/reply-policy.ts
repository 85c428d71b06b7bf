/** Decides which addresses of peers may get answers: none, unless the configuration allows them. */
import { isIP } from 'node:net'
import type { SoapFault } from '../fault.js'
import { AddressRanges, isPublic, parseRange, untranslated } from './address-ranges.js'
import { type AllowedHost, isAllowedPort, parseAllowedHost } from './allowed-host.js'
import { invalidBlock, problemIri } from './faults.js'

/** `replies` in the configuration. */
export interface ReplyOptions {
  readonly schemes: readonly string[]
  /**
   * Names, `*.example.com` for every name below a domain, `*` for every name and public address; with
   * `:port` or `:*` for another port than the scheme's default one.
   */
  readonly hosts: readonly string[]
  /** Ranges of addresses allowed though they are not public, as `10.1.0.0/16`. */
  readonly addresses: readonly string[]
}

/** Where an address that a peer wrote leads, as the transports know it. */
export interface Addresses {
  /** The URL of a text that is exactly an address; undefined for any other. */
  readAddress(text: string): URL | undefined
  hostOf(url: URL): string
}

/** The addresses of this machine itself, which its local names stand for. */
const LOOPBACK = ['127.0.0.1', '::1']

export class ReplyPolicy {
  readonly #schemes: ReadonlySet<string>
  readonly #hosts: readonly AllowedHost[]
  readonly #addresses: AddressRanges
  readonly #open: boolean
  readonly #own: Addresses

  /** @throws TypeError for an invalid range or host */
  constructor({ schemes, hosts, addresses }: ReplyOptions, existing: Addresses) {
    this.#own = existing
    this.#schemes = new Set(schemes.map((scheme) => `${scheme}:`))
    this.#hosts = hosts.map(hostOf)
    this.#addresses = new AddressRanges(addresses.map(rangeOf))
    this.#open = schemes.length > 0 && (hosts.length > 0 || addresses.length > 0)
  }

  /**
   * Checks an address before anything is sent to it. Its name is resolved only when the message is
   * sent: `allowsAddress` checks the result.
   *
   * @param address  an absolute IRI, as a peer wrote it
   * @param block    the block it stands in, for the fault
   * @throws SoapFault OnlyAnonymousAddressSupported if the configuration allows no address at all, or
   *   InvalidAddress
   */
  check(address: string, block: 'ReplyTo' | 'FaultTo' = 'ReplyTo'): URL {
    if (!this.#open) throw invalidBlock(block, 'OnlyAnonymousAddressSupported')
    const url = this.#urlOf(address)
    if (!url) throw refused(address, block)
    return url
  }

  /** True if `check` would not throw. */
  allows(address: string): boolean {
    return this.#urlOf(address) !== undefined
  }

  #urlOf(address: string): URL | undefined {
    const url = this.#own.readAddress(address)
    if (!url || !this.#schemes.has(url.protocol)) return undefined
    // An IPv6 address stands in brackets in a URL.
    const host = this.#own.hostOf(url).replace(/^\[(.*)\]$/, '$1')
    return this.#allowsHost(host, url) ? url : undefined
  }

  /**
   * True if a message may go to an IP address. It is a function value, since sends that are guarded by
   * the same function share connections.
   */
  readonly allowsAddress = (address: string): boolean => {
    // A zone names an interface of this machine: such an address is not public.
    if (isIP(address) === 0 || address.includes('%')) return false
    const meant = untranslated(address)
    return isPublic(meant) || this.#addresses.has(meant) || this.#addresses.has(address)
  }

  #allowsHost(host: string, url: URL): boolean {
    if (isIP(host) !== 0) {
      if (!this.allowsAddress(host)) return false
      // An address in a listed range need not be listed as a host, too.
      return this.#names(host, url) || (!isPublic(untranslated(host)) && url.port === '')
    }
    const local = host === 'localhost' || host.endsWith('.localhost')
    return this.#names(host, url) && (!local || LOOPBACK.some(this.allowsAddress))
  }

  #names(host: string, url: URL): boolean {
    return this.#hosts.some(({ name, port }) => {
      if (!isAllowedPort(url, port)) return false
      if (name === '*' || name === host) return true
      return name.startsWith('*.') && host.endsWith(name.slice(1)) && isIP(host) === 0
    })
  }
}

function hostOf(text: string): AllowedHost {
  const host = parseAllowedHost(text)
  if (!host) throw new TypeError(`${JSON.stringify(text)} is no host, and no host with a port`)
  return host
}

function rangeOf(text: string) {
  const range = parseRange(text)
  if (!range) throw new TypeError(`${JSON.stringify(text)} is no address, and no range of them`)
  return range
}

function refused(address: string, block: 'ReplyTo' | 'FaultTo'): SoapFault {
  return invalidBlock(block, 'InvalidAddress', [problemIri(address)])
}

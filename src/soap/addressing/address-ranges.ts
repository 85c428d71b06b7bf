/** Ranges of IP addresses: how the configuration writes them, and which are not the public internet. */
import { BlockList, isIP } from 'node:net'

export interface AddressRange {
  readonly family: 4 | 6
  readonly address: string
  /** Bits of the address that count. */
  readonly prefix: number
}

/** Reads `10.1.0.0/16`, `2001:db8::/32` or a single address; undefined for anything else. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  // A zone names an interface of this machine and is no part of an address.
  if ((family !== 4 && family !== 6) || address.includes('%') || more.length > 0) return undefined
  const most = family === 4 ? 32 : 128
  if (bits === undefined) return { family, address, prefix: most }
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  return prefix <= most ? { family, address, prefix } : undefined
}

/** A set of ranges. IPv4 and IPv6 are kept apart: a BlockList alone finds 1.2.3.4 in ::/0. */
export class AddressRanges {
  readonly #lists = { 4: new BlockList(), 6: new BlockList() }

  constructor(ranges: readonly AddressRange[]) {
    for (const { family, address, prefix } of ranges) {
      this.#lists[family].addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
    }
  }

  /** @param address  as `node:net` takes for one, without a zone */
  has(address: string): boolean {
    const family = isIP(address)
    if (family !== 4 && family !== 6) return false
    return this.#lists[family].check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** What the IANA registries reserve for special purposes, and metadata addresses, where clouds serve secrets. */
const SPECIAL = new AddressRanges(
  [
    '0.0.0.0/8', // this network
    '10.0.0.0/8', // private
    '100.64.0.0/10', // shared between carriers and their customers
    '127.0.0.0/8', // loopback
    '168.63.129.16', // metadata
    '169.254.0.0/16', // link-local, metadata
    '172.16.0.0/12', // private
    '192.0.0.0/24', // protocol assignments, metadata
    '192.0.2.0/24', // documentation
    '192.88.99.0/24', // 6to4 relays
    '192.168.0.0/16', // private
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, broadcast
    '2001::/23', // Teredo, benchmarks and other protocol assignments
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4
    '3fff::/20', // documentation
  ].flatMap((range) => parseRange(range) ?? []),
)

/** The only part of IPv6 that has public addresses. */
const GLOBAL_UNICAST = new AddressRanges([{ family: 6, address: '2000::', prefix: 3 }])

/** True for an address of the public internet; false for a form that is not known. */
export function isPublic(address: string): boolean {
  if (SPECIAL.has(address)) return false
  return isIP(address) === 4 || GLOBAL_UNICAST.has(address)
}

/** IPv6 forms of an IPv4 address: RFC 4291 §2.5.5.2, and RFC 6052 §2.1, which networks translate. */
const TRANSLATED = new AddressRanges([
  { family: 6, address: '::ffff:0:0', prefix: 96 },
  { family: 6, address: '64:ff9b::', prefix: 96 },
])

/** The IPv4 address that an IPv6 address stands for; the address itself if it stands for none. */
export function untranslated(address: string): string {
  if (isIP(address) !== 6 || !TRANSLATED.has(address)) return address
  // The URL parser writes an IPv6 address in one form, its last 32 bits in one or two groups.
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':')
  const [high = '', low = ''] = groups.slice(-2)
  const bits = Number.parseInt(high || '0', 16) * 0x1_0000 + Number.parseInt(low || '0', 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.')
}

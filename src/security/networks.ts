/** Tells whether an address is within networks of the configuration; results are kept for a while. */
import { BlockList, isIPv6 } from 'node:net'

/** Networks of a rule, and the results for addresses that were checked before. */
interface Networks {
  readonly list: BlockList
  readonly cached: Map<string, boolean>
}

/** Most addresses whose results are kept for a rule. */
const MAX_CACHED = 1000
/** Made once for each rule. */
const networks = new WeakMap<readonly string[], Networks>()

/** @param hosts  the same object each time for one rule */
export function isWithin(hosts: readonly string[], address: string | undefined): boolean {
  if (address === undefined) return false
  const { list, cached } = networks.get(hosts) ?? listed(hosts)
  const before = cached.get(address)
  if (before !== undefined) return before
  const within = list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(address, within)
  return within
}

function listed(hosts: readonly string[]): Networks {
  const made = { list: new BlockList(), cached: new Map<string, boolean>() }
  for (const host of hosts) {
    const [network = '', bits = isIPv6(network) ? 128 : 32] = host.split('/')
    made.list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4')
  }
  networks.set(hosts, made)
  return made
}

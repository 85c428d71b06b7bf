/** Tells what never leaves this machine, and whether a listener was asked for by a name of this node. */
import { BlockList, isIP } from 'node:net'

/** An IPv4 address within one of IPv6 is found, too. */
const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** @param host  a name or an address, as `node:net` writes it */
export function isLoopback(host: string): boolean {
  switch (isIP(host)) {
    case 4:
      return host.startsWith('127.')
    case 6:
      return host === '::1' || LOOPBACK.check(host, 'ipv6')
    default:
      return host.toLowerCase() === 'localhost'
  }
}

/** The name of a Host field, in lower case and without its port; undefined if it is none. */
export function hostNameOf(field: string | undefined): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::\d{1,5})?$/i.exec(field ?? '') ?? []
  return (address ?? name)?.toLowerCase()
}

/**
 * True for a name or an address that only this machine has, and for one that is listed. Any other may be of a site
 * whose page a browser shows, and which lets its name lead here (DNS rebinding).
 *
 * @param name  as `hostNameOf` has it
 * @param own   names of this node, in any case and without ports
 */
export function isOwnName(name: string, own: readonly string[]): boolean {
  return isLoopback(name) || own.some((one) => one.toLowerCase() === name)
}

/** The entry of this node in Via (RFC 9110 §7.6.3), and the loop check by it. */
import { loop, pathOf } from './hops.js'

/** HTTP/1.1 is the protocol by which this node takes messages that have such a list. */
const PROTOCOL = '1.1'

/** The pseudonym of a node: its URI encoded as a token, which can be decoded again. */
export function pseudonymOf(node: string): string {
  return encodeURIComponent(node).replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'))
}

/** The list for the next node. */
export function viaOnward(via: readonly string[] | undefined, node: string): readonly string[] {
  return [...(via ?? []), `${PROTOCOL} ${pseudonymOf(node)}`]
}

/** @throws SoapFault Server that names the way, if this node stands in the list already */
export function refuseReturned(via: readonly string[] | undefined, node: string): void {
  const names = (via ?? []).map((entry) => entry.split(' ')[1] ?? '')
  if (!names.includes(pseudonymOf(node))) return
  throw loop(`The message came back to ${node}: ${pathOf(names.map(readable))}`)
}

function readable(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // Another program's pseudonym, which need not be an encoded URI.
    return name
  }
}

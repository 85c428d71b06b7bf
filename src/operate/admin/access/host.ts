/** Refuses a request that reached the admin listener by a name of another site. */
import { isIP } from 'node:net'
import { hostNameOf, isLoopback, isOwnName } from '../../../base/loopback.js'
import { Refused } from '../refused.js'

export interface OwnNames {
  /** What the listener listens on. */
  readonly host: string
  /** Names in the configuration. */
  readonly hosts: readonly string[]
}

/**
 * A name that anybody may give an address is none of this node. An address cannot be given.
 *
 * @throws Refused 421
 */
export function checkHost(field: string | undefined, { host, hosts }: OwnNames): void {
  const name = hostNameOf(field)
  if (name !== undefined) {
    if (isOwnName(name, hosts)) return
    if (!isLoopback(host) && isIP(name) !== 0) return
  }
  throw new Refused(421, 'expected a name of this node in Host', {
    hint: 'Open it by its address, or add the name to admin.hosts.',
  })
}

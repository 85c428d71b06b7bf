/** Tells by which name a request reached the listener: a page of another name in a browser must not reach it. */
import { isIP } from 'node:net'
import { isLoopback } from '../../base/loopback.js'
import { Refused } from '../refused.js'

export interface OwnNames {
  /** What the listener listens on. */
  readonly host: string
  /** Names in the configuration. */
  readonly hosts: readonly string[]
}

/** The name of a Host field, in lower case and without its port; undefined if it is none. */
export function nameOf(host: string | undefined): string | undefined {
  const [, address, name] =
    /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? []
  return (address ?? name)?.toLowerCase()
}

/**
 * A name that anybody may give an address (DNS rebinding) is none of this node. An address cannot be given.
 *
 * @throws Refused 421
 */
export function checkHost(field: string | undefined, { host, hosts }: OwnNames): void {
  const name = nameOf(field)
  if (name !== undefined) {
    if (isLoopback(name) || hosts.some((own) => own.toLowerCase() === name)) return
    if (!isLoopback(host) && isIP(name) !== 0) return
  }
  throw new Refused(421, 'expected a name of this node in Host', {
    hint: 'Open it by its address, or add the name to admin.hosts.',
  })
}

/** Keeps guarded sends from addresses they may not go to: by name, after it was resolved, or as it stands. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Guard } from '#transport'

/** Finds every address of a name. */
export type Lookup = (
  name: string,
  options: LookupOptions & { all: true },
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The address, or each of those that a name has, is refused by the guard. */
export class NotAllowed extends Error {
  constructor() {
    super('not an address that messages may go to')
    this.name = 'NotAllowed'
  }
}

/** True for the URL of an IP address that the guard refuses: no name is looked up for it. */
export function isRefused({ hostname }: URL, guard: Guard): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) !== 0 && !guard(address)
}

/**
 * Resolves a name for a connection. What it gives is what is connected to, so a name that means
 * another address a moment later changes nothing.
 */
export function guardedLookup(guard: Guard, lookup: Lookup = systemLookup): LookupFunction {
  return (name, options, connect) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return connect(error, [])
      const allowed = addresses.filter(({ address }) => guard(address))
      const [first] = allowed
      if (!first) return connect(new NotAllowed(), [])
      if (options.all) return connect(null, allowed)
      return connect(null, first.address, first.family)
    })
  }
}

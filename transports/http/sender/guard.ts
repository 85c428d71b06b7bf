/** Keeps guarded sends from forbidden addresses: checks numeric addresses, and names after they are resolved. */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Guard } from '#transport'

/** Finds every address of a name. */
export type Lookup = (
  name: string,
  options: LookupOptions & { all: true },
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The guard refuses the address, or every address of the name. */
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
 * Resolves a name for a connection. The connection goes to the address that was checked, whatever the
 * name resolves to a moment later.
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

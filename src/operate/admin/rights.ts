/** What an operator may do: with all messages of the node, or with those of some operations and destinations. */
import type { AdminConfig } from '../../config/admin.js'
import { addressesOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import { isOperation } from '../../security/policies.js'

/** Each includes those before it: metadata, numbers and problems; contents of messages as well; changes as well. */
export const RIGHTS = ['look', 'read', 'change'] as const

export type Right = (typeof RIGHTS)[number]

/** A message, as far as rights depend on it. */
export interface Concerned {
  /** Name of the operation, in Clark notation. */
  readonly operation?: string | undefined
  /** URL that it goes to. */
  readonly to?: string | undefined
  /** Name of the destination that it goes to. */
  readonly destination?: string | undefined
}

/** What a right is limited to; a message of either is within the limit. */
export interface Limits {
  /** As `{namespace}Name`, or `{namespace}*` for all in a namespace. */
  readonly operations: readonly string[]
  readonly destinations: readonly string[]
  /** URLs of these destinations. */
  readonly urls: ReadonlySet<string>
}

export class Rights {
  readonly right: Right
  readonly #limits: Limits | undefined

  /** @param limits  undefined for the right to all messages */
  constructor(right: Right, limits?: Limits | undefined) {
    this.right = right
    this.#limits = limits
  }

  /** True if contents and changes are allowed for some messages only: for all others, and for the node, it is `look`. */
  get limited(): boolean {
    return this.#limits !== undefined
  }

  /** True if it is allowed for some messages at least. */
  includes(needed: Right): boolean {
    return RIGHTS.indexOf(this.right) >= RIGHTS.indexOf(needed)
  }

  /** @param concerned  undefined for what is about the node as a whole, or about all messages */
  allows(needed: Right, concerned?: Concerned): boolean {
    if (needed === 'look') return true
    if (!this.includes(needed)) return false
    return (
      this.#limits === undefined || (concerned !== undefined && isWithin(concerned, this.#limits))
    )
  }
}

/** Whoever has proven nothing yet, at a resource that needs nothing. */
export const LOOKS = new Rights('look')

export const CHANGES = new Rights('change')

function isWithin({ operation, to, destination }: Concerned, limits: Limits): boolean {
  return (
    limits.operations.some((wanted) => isOperation(wanted, operation)) ||
    (destination !== undefined && limits.destinations.includes(destination)) ||
    (to !== undefined && limits.urls.has(withoutLogin(to)))
  )
}

/** @param destinations  of the configuration, whose URLs lead to the names that rights are limited to */
export function rightsOf(
  { may, operations, destinations: names }: AdminConfig['operators'][string],
  destinations: Config['destinations'],
): Rights {
  if (operations === undefined && names === undefined) return new Rights(may)
  const urls = (names ?? []).flatMap((name) => {
    const section = Object.hasOwn(destinations, name) ? destinations[name] : undefined
    return section === undefined ? [] : addressesOf(section).map(withoutLogin)
  })
  return new Rights(may, {
    operations: operations ?? [],
    destinations: names ?? [],
    urls: new Set(urls),
  })
}

/** The journal has URLs without them. */
function withoutLogin(url: string): string {
  if (!URL.canParse(url)) return url
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare.href
}

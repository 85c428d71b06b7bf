/** The breakers of a node: one for each destination, and one for each host that has no name. */
import { isDeepStrictEqual } from 'node:util'
import type { Observe } from '../../message/events/events.js'
import { wayTo } from '../../store/queue/job.js'
import { Breaker, type BreakerOptions, type Circuit } from './breaker.js'
import { type Destination, urlsOf } from './destinations.js'

/** For hosts that the configuration says nothing about. */
const DEFAULT: BreakerOptions = { failures: 5, pause: 30_000 }

/** How the keys of hosts begin that peers have named. */
const FOR_PEERS = 'for peers '

/** Hosts without a name that are kept in mind: peers name some of them. */
const MAX_HOSTS = 1000

/** A breaker, and what it was made for. */
interface Named {
  readonly breaker: Breaker
  readonly options: BreakerOptions
  readonly url: URL
}

/** What a breaker is of. */
interface Whose {
  /** Name of the destination, or scheme and host if it has none. */
  readonly destination: string
  /** Undefined for the only one. */
  readonly address: URL | undefined
}

/** The circuit of one address of a destination. */
export interface AddressCircuit {
  readonly url: URL
  readonly open: boolean
  /** True if a message would not be sent there now: the pause is not over, or another is just trying. */
  readonly refuses: boolean
  /** Undefined while it is closed. */
  readonly circuit: Circuit | undefined
}

export class Breakers {
  /** Of each destination one for each address, in their order. */
  readonly #byName = new Map<string, readonly Named[]>()
  /** In the order they were first sent to. */
  readonly #byHost = new Map<string, Breaker>()
  readonly #observe: Observe
  readonly #reopened: ((way: string) => void)[] = []

  constructor(destinations: readonly Destination[], observe: Observe) {
    this.#observe = observe
    this.use(destinations)
  }

  /** Goes on with other destinations; those that rest as before and lead where they led keep their breaker. */
  use(destinations: readonly Destination[]): void {
    const before = new Map(this.#byName)
    this.#byName.clear()
    for (const destination of destinations) {
      const { name, breaker: options } = destination
      const existing = before.get(name)?.filter((one) => isDeepStrictEqual(one.options, options))
      const urls = urlsOf(destination)
      const several = urls.length > 1
      const all = urls.map((url): Named => {
        const kept = existing?.find((one) => one.url.href === url.href)
        const sentence = several ? `destination ${name} at ${url.href}` : `destination ${name}`
        const address = several ? url : undefined
        const breaker =
          kept?.breaker ?? this.#make({ destination: name, address }, sentence, options)
        return { breaker, options, url }
      })
      this.#byName.set(name, all)
    }
  }

  /** Those of the destinations that have a name: one is open if the circuit of each of its addresses is. */
  get named(): readonly { readonly destination: string; readonly open: boolean }[] {
    return [...this.#byName].map(([destination, all]) => {
      return { destination, open: all.every(({ breaker }) => breaker.open) }
    })
  }

  /** Those that are open, by name, or scheme and host of a destination without one: of several addresses, the next one to be tried. */
  get circuits(): readonly (Circuit & { readonly destination: string })[] {
    const named = [...this.#byName].flatMap(([destination, all]) => {
      const open = all.flatMap(({ breaker }) => breaker.circuit ?? [])
      // Messages go on to an address that answers.
      if (open.length < all.length) return []
      const [first] = open.toSorted((one, two) => one.next - two.next)
      return first ? [{ ...first, destination }] : []
    })
    const hosts = [...this.#byHost].flatMap(([key, { circuit }]) =>
      circuit ? [{ ...circuit, destination: key.replace(FOR_PEERS, '') }] : [],
    )
    return [...named, ...hosts]
  }

  /** The circuit of each address of each destination; `to` only where it has several. */
  get addresses(): readonly {
    readonly destination: string
    readonly to: string | undefined
    readonly open: boolean
  }[] {
    return [...this.#byName].flatMap(([destination, all]) =>
      all.map(({ breaker, url }) => {
        return { destination, to: all.length > 1 ? url.href : undefined, open: breaker.open }
      }),
    )
  }

  /** The circuit of each address of a destination, in their order; none for a name that there is not. */
  circuitsOf(destination: string): readonly AddressCircuit[] {
    const all = this.#byName.get(destination) ?? []
    return all.map(({ url, breaker: { open, refuses, circuit } }) => {
      return { url, open, refuses, circuit }
    })
  }

  /** @param listener  notified of each way that messages get through again, by the name that `wayTo` gives it */
  readonly onReopened = (listener: (way: string) => void): void => {
    this.#reopened.push(listener)
  }

  /**
   * @param destination  undefined for a URL without a name
   * @param guarded      true if a peer named the URL: what fails there counts against no route
   * @returns undefined for a URL without a host, which is not connected to itself
   */
  of(to: URL, destination: Destination | undefined, guarded: boolean): Breaker | undefined {
    if (destination) {
      const all = this.#byName.get(destination.name) ?? []
      return (all.find(({ url }) => url.href === to.href) ?? all[0])?.breaker
    }
    const host = wayTo(to)
    if (host === undefined) return undefined
    const key = guarded ? `${FOR_PEERS}${host}` : host
    const breaker = this.#byHost.get(key)
    if (breaker) return breaker
    const made = this.#make({ destination: host, address: undefined }, host, DEFAULT)
    const [oldest] = this.#byHost.keys()
    if (this.#byHost.size >= MAX_HOSTS && oldest !== undefined) this.#byHost.delete(oldest)
    this.#byHost.set(key, made)
    return made
  }

  /** @param name  of the destination in a sentence */
  #make({ destination, address }: Whose, name: string, options: BreakerOptions): Breaker {
    const to = address?.href
    return new Breaker(name, options, (outcome, cause) => {
      const why = outcome === 'open' ? { ...options, cause: cause?.message } : {}
      this.#observe({
        event: 'breaker',
        destination,
        ...(to !== undefined && { to }),
        outcome,
        ...why,
      })
      if (outcome === 'closed') for (const notify of this.#reopened) notify(destination)
    })
  }
}

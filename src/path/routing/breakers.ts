/** The breakers of a node: one for each destination, and one for each host that has no name. */
import { isDeepStrictEqual } from 'node:util'
import type { Observe } from '../../message/events/events.js'
import { wayTo } from '../../store/queue/job.js'
import { Breaker, type BreakerOptions, type Circuit } from './breaker.js'
import type { Destination } from './destinations.js'

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

export class Breakers {
  readonly #byName = new Map<string, Named>()
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
    for (const { name, url, breaker } of destinations) {
      const existing = before.get(name)
      const same = isDeepStrictEqual(existing?.options, breaker) && existing?.url.href === url.href
      const made = () => this.#make(name, `destination ${name}`, breaker)
      const kept = same ? existing?.breaker : undefined
      this.#byName.set(name, { breaker: kept ?? made(), options: breaker, url })
    }
  }

  /** Those of the destinations that have a name. */
  get named(): readonly { readonly destination: string; readonly open: boolean }[] {
    return [...this.#byName].map(([destination, { breaker }]) => {
      return { destination, open: breaker.open }
    })
  }

  /** Those that are open, by name, or scheme and host of a destination without one. */
  get circuits(): readonly (Circuit & { readonly destination: string })[] {
    const named = [...this.#byName].map(([name, { breaker }]) => [name, breaker] as const)
    const hosts = [...this.#byHost].map(
      ([key, breaker]) => [key.replace(FOR_PEERS, ''), breaker] as const,
    )
    return [...named, ...hosts].flatMap(([destination, { circuit }]) =>
      circuit ? [{ ...circuit, destination }] : [],
    )
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
    if (destination) return this.#byName.get(destination.name)?.breaker
    const host = wayTo(to)
    if (host === undefined) return undefined
    const key = guarded ? `${FOR_PEERS}${host}` : host
    const breaker = this.#byHost.get(key)
    if (breaker) return breaker
    const made = this.#make(host, host, DEFAULT)
    const [oldest] = this.#byHost.keys()
    if (this.#byHost.size >= MAX_HOSTS && oldest !== undefined) this.#byHost.delete(oldest)
    this.#byHost.set(key, made)
    return made
  }

  /** @param name  of the destination in a sentence */
  #make(destination: string, name: string, options: BreakerOptions): Breaker {
    return new Breaker(name, options, (outcome, cause) => {
      const why = outcome === 'open' ? { ...options, cause: cause?.message } : {}
      this.#observe({ event: 'breaker', destination, outcome, ...why })
      if (outcome === 'closed') for (const notify of this.#reopened) notify(destination)
    })
  }
}

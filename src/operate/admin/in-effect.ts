/** What the configuration that is in effect says, for the resources that tell it; another one may take its place. */
import { Reading } from '../../base/reading.js'
import type { Config } from '../../config/schema.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { Destinations } from '../../path/routing/destinations.js'
import type { Routes } from '../../path/routing/routes.js'
import type { PeersView } from './api.js'
import { peersOf } from './resources/peers.js'

/** A configuration, and what was made of it. */
export interface Configured {
  readonly config: Pick<Config, 'admin' | 'destinations' | 'security'>
  readonly transports: Transports
  readonly routes: Routes
  readonly destinations: Destinations
}

/** Milliseconds in which the certificates of all peers are read. */
const DEADLINE = 30_000

export class InEffect {
  #now: Configured
  #peers: Reading<PeersView>

  constructor(first: Configured) {
    this.#now = first
    this.#peers = readingOf(first)
  }

  use(next: Configured): void {
    this.#now = next
    this.#peers = readingOf(next)
  }

  get ways(): Pick<Configured, 'routes' | 'destinations'> {
    return this.#now
  }

  /** With certificates as their files have been in the last few seconds: they may be replaced at any time. */
  async peers(): Promise<PeersView> {
    const peers = this.#peers
    await peers.look()
    if (peers.value) return peers.value
    throw peers.failure ?? new Error('the peers are not known yet')
  }
}

function readingOf({ config, transports }: Configured): Reading<PeersView> {
  const read = () => peersOf(config.security, admissionOf(transports))
  return new Reading(read, { deadline: DEADLINE })
}

/** What each transport says of whom it takes messages from, as `waybill plan` has it. */
function admissionOf(transports: Transports): PeersView['admission'] {
  return transports.used.map(({ module, settings }) => ({
    transport: module.name,
    says: (module.plan?.(settings) ?? []).flatMap(([title, lines]) =>
      lines.map((line) => `${title}: ${line}`),
    ),
  }))
}

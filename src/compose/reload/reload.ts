/** Takes a changed configuration over while the node runs: first all is made ready, then all is replaced at once. */
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from '../../base/log.js'
import { DEFAULT_PLANS } from '../../config/retry.js'
import { pathsOf } from '../../config/routes.js'
import type { Config } from '../../config/schema.js'
import type { OperationTable } from '../../path/parts/operation-table.js'
import type { LoadedPlugin } from '../../path/plugins/loaded.js'
import { inputFor, reportingErrors } from '../../path/plugins/make-transport.js'
import { type Configuration, Transports } from '../../path/plugins/transports.js'
import type { EnvelopeProcessor } from '../../path/processor.js'
import type { Breakers } from '../../path/routing/breakers.js'
import {
  type Destination,
  Destinations,
  readDestinations,
} from '../../path/routing/destinations.js'
import { type Routes, routesOf } from '../../path/routing/routes.js'
import { sendOver } from '../../path/routing/send-over.js'
import type { ConfiguredCredentials } from '../../security/credentials/credentials.js'
import { type Guards, makeGuards } from '../../security/make.js'
import { ReplyPolicy } from '../../soap/addressing/reply-policy.js'
import { businessKeys } from '../../store/journal/keys/business-keys.js'
import type { KeySecrets } from '../../store/journal/keys/secrets.js'
import { RetryPlans } from '../../store/queue/retry-plans.js'
import type { Reloading, Transport } from '../../transport.js'
import { changesOf } from './changes.js'

/** What is in effect. */
interface InEffect {
  readonly config: Config
  readonly destinations: Destinations
  readonly policy: ReplyPolicy
}

/** A configuration that is to be taken over, and what was made of it. */
export interface Next {
  readonly config: Config
  readonly transports: Transports
  readonly routes: Routes
  readonly destinations: Destinations
}

/** A part of the node that goes on with it. @throws Error for what it cannot use */
export type Follower = (next: Next) => Reloading

/** What stays, and is notified of what changes. */
export interface Running extends InEffect {
  readonly transports: Transports
  /** Those of them that are used. */
  readonly listeners: readonly Transport[]
  readonly plugins: readonly LoadedPlugin[]
  readonly breakers: Breakers
  readonly guards: Pick<Guards, 'quotas'>
  readonly credentials: ConfiguredCredentials
  readonly secrets: KeySecrets
  readonly tables: { readonly operations: OperationTable }
}

export interface Reloaded {
  /** Keys that count now, those among them whose files hold something else. */
  readonly changed: readonly string[]
  /** Keys that count after a restart only. */
  readonly restart: readonly string[]
  /** What is in effect now. */
  readonly next: Next
}

export class Reloader {
  readonly #running: Running
  readonly #processor: EnvelopeProcessor
  readonly #log: Pick<Logger, 'level'>
  readonly #followers: readonly Follower[]
  #inEffect: InEffect

  constructor(
    running: Running,
    processor: EnvelopeProcessor,
    log: Pick<Logger, 'level'>,
    followers: readonly Follower[],
  ) {
    this.#running = running
    this.#followers = followers
    this.#processor = processor
    this.#log = log
    this.#inEffect = running
  }

  /**
   * Messages under way, and attempts of jobs, keep what they began with.
   *
   * @throws WaybillError, TypeError for what cannot be used: then nothing has changed
   */
  async reload(next: Configuration): Promise<Reloaded> {
    const { breakers, tables, listeners, credentials, secrets, guards: running } = this.#running
    const before = this.#inEffect
    const { taken, restart, config } = changesOf(
      before.config,
      next.config,
      this.#running.transports,
    )
    const transports = new Transports(
      this.#running.transports.all.map(({ module }) => module),
      config,
    )
    const routes = routesOf(config, transports)
    const destinations = kept(readDestinations(config.destinations), before.destinations)
    // Connections are shared by the guard that it gives.
    const policy = isDeepStrictEqual(config.replies, before.config.replies)
      ? before.policy
      : new ReplyPolicy(config.replies, transports)
    const { peers, security } = makeGuards(config, credentials)
    const plans = new RetryPlans(config, DEFAULT_PLANS)
    const guard = policy.allowsAddress
    const sends = sendOver({ transports: listeners, destinations, breakers, guard })
    const shown = credentials.reload(config.security)
    const own = await this.#readyTransports(transports, config)
    const keys = businessKeys(config.journal, secrets)
    await keys?.prepare()
    const now = { config, transports, routes, destinations }
    const others = this.#followers.map((follow) => follow(now))
    const ready = [shown, ...own, ...others]

    this.#log.level = config.log.level
    breakers.use(destinations.all)
    tables.operations.usePaths(pathsOf(config))
    this.#processor.use({ findRoute: routes.find, policy, keys, plans, ...sends, peers, security })
    running.quotas.use(config.security.peers)
    for (const { apply } of ready) apply()
    this.#inEffect = { config, destinations, policy }
    const files = ready.flatMap(({ changed }) => changed)
    const renewed = renewedAmong(destinations.all, before.destinations.all)
    return {
      changed: [...new Set([...taken, ...renewed, ...files])].toSorted(),
      restart,
      next: now,
    }
  }

  async #readyTransports(transports: Transports, config: Config): Promise<readonly Reloading[]> {
    const { listeners, plugins, credentials } = this.#running
    const ready: Reloading[] = []
    for (const configured of transports.used) {
      const { name } = configured.module
      const transport = listeners.find((one) => one.name === name)
      if (!transport) continue
      const reload = () => transport.reload?.(inputFor(configured, config, plugins, credentials))
      const own = await reportingErrors(name, reload)
      if (own) ready.push({ ...own, changed: own.changed.map((key) => `${name}.${key}`) })
    }
    return ready
  }
}

/** Those that have not changed stay the same objects: connections are shared by them. */
function kept(now: Destinations, before: Destinations): Destinations {
  return new Destinations(
    now.all.map((one) => {
      const other = before.all.find(({ name }) => name === one.name)
      if (other && isDeepStrictEqual(one, other)) return other
      // Turns that were given stay.
      return other && other.perSecond === one.perSecond ? { ...one, line: other.line } : one
    }),
  )
}

function renewedAmong(
  now: readonly Destination[],
  before: readonly Destination[],
): readonly string[] {
  return now
    .filter((one) => !before.includes(one) && before.some(({ name }) => name === one.name))
    .map(({ name }) => `destinations.${name}`)
}

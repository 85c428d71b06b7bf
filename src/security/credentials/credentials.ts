/** Checks the credentials that peers show to any transport, against what the configuration keeps of them. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Reloading } from '../../base/reloading.js'
import { monotonicTime, wallTime } from '../../base/time.js'
import type { Security, TokensConfig } from '../../config/security.js'
import {
  type CredentialKind,
  type Credentials,
  type MessageCredentials,
  NotChecked,
} from '../../message/credentials.js'
import type { Peer } from '../../message/origin.js'
import { Peers } from '../peers/peers.js'
import { networkOf, RateLimit } from '../rate-limit.js'
import type { GuessBounds } from './bounds.js'
import { CheckSlots } from './check-slots.js'
import { isUrl, KeySet, type KeySetLog } from './key-set.js'
import { Passwords } from './passwords.js'
import { Proven } from './proven.js'
import { Tokens } from './tokens.js'

export type CredentialsConfig = Pick<Security, 'peers' | 'tokens' | 'clockSkew'>

const MINUTE = 60_000
/** Milliseconds for which a password counts without being checked again, and a token; a key does as long as it is known. */
const PROVEN = 300_000
const PROVEN_TOKEN = 60_000

/** One way in which failures are counted. */
export interface Counted {
  readonly address?: string | undefined
  readonly name?: string
  /** How many times `maxFailuresPerMinute` it may be. Default: once. */
  readonly times?: number
}

/** What was made of one configuration. */
interface InEffect {
  readonly config: CredentialsConfig
  readonly peers: Peers
  readonly passwords: Passwords
  /** Peers by a keyed hash of what is kept of their API keys. */
  readonly apiKeys: ReadonlyMap<string, string>
  readonly tokens: Tokens
  readonly keySets: ReadonlyMap<string, KeySet>
  /** Forgotten with the configuration that it is about. */
  readonly proven: Proven
  readonly kinds: readonly CredentialKind[]
}

/** Whom something proves, and until when by `monotonicTime()`. */
interface Proof {
  readonly name: string
  readonly until: number
}

export class ConfiguredCredentials implements Credentials, MessageCredentials {
  readonly #bounds: GuessBounds
  readonly #log: KeySetLog
  readonly #closed = new AbortController()
  readonly #failures = new RateLimit(MINUTE)
  readonly #slots = new CheckSlots()
  /** Checks that run, by what was shown and from where: the same again waits for their result. */
  readonly #running = new Map<string, Promise<string | undefined>>()
  #inEffect: InEffect

  /** @throws WaybillError WAYBILL_FILE_UNUSABLE */
  constructor(config: CredentialsConfig, bounds: GuessBounds, log: KeySetLog) {
    this.#bounds = bounds
    this.#log = log
    this.#inEffect = this.#made(config, undefined)
  }

  get kinds(): readonly CredentialKind[] {
    return this.#inEffect.kinds
  }

  get byMail(): ReadonlySet<string> {
    return this.#inEffect.peers.byMail
  }

  peerOf(peer: Peer): string | undefined {
    return this.#inEffect.peers.of(peer)
  }

  /** @param counted  how it is if it is wrong; each is checked then. Default: by the address */
  password(
    user: string,
    password: string,
    address: string | undefined,
    counted?: readonly Counted[],
  ): Promise<string | undefined> {
    const { passwords } = this.#inEffect
    const time = counted === undefined ? PROVEN : 0
    const check = async () => forTime(time, await passwords.check(user, password, address))
    return this.#check(['password', user, password], address, check, counted)
  }

  apiKey(
    key: string,
    address: string | undefined,
    counted: readonly Counted[] = [{ address }],
  ): Promise<string | undefined> {
    const { apiKeys, proven } = this.#inEffect
    const kept = createHash('sha256').update(key).digest('hex')
    const check = async () =>
      forTime(Number.POSITIVE_INFINITY, apiKeys.get(proven.hash('kept', kept)))
    return this.#check(['apiKey', key], address, check, counted)
  }

  token(token: string, address: string | undefined): Promise<string | undefined> {
    const { tokens } = this.#inEffect
    return this.#check(['token', token], address, async () => {
      try {
        const { peer, until } = await tokens.check(token)
        return { name: peer, until: monotonicTime() + Math.min(PROVEN_TOKEN, until - wallTime()) }
      } catch (error) {
        if (error instanceof NotChecked || !(error instanceof Error)) throw error
        this.#log.warn({ peer: address, cause: error.message }, 'a token proves nobody')
        return undefined
      }
    })
  }

  /** Wrong ones are counted with the rest. */
  digest(prove: () => string | undefined, address: string | undefined): string | undefined {
    const counted = [{ address }]
    this.#refuseGuesser(counted)
    const name = prove()
    if (name === undefined) this.#failed(counted)
    return name
  }

  /**
   * Gets ready to go on with another configuration; failures that were counted count on.
   *
   * @throws WaybillError WAYBILL_FILE_UNUSABLE
   */
  reload(config: CredentialsConfig): Reloading {
    const before = this.#inEffect
    const next = this.#made(config, before)
    const changed = [...next.keySets].some(
      ([name, { text }]) => before.keySets.has(name) && before.keySets.get(name)?.text !== text,
    )
    const apply = () => {
      this.#inEffect = next
    }
    return { changed: changed ? ['security.tokens'] : [], apply }
  }

  /** Ends what is being fetched. */
  async close(): Promise<void> {
    this.#closed.abort()
  }

  async #check(
    shown: readonly string[],
    address: string | undefined,
    check: () => Promise<Proof | undefined>,
    counted: readonly Counted[] = [{ address }],
  ): Promise<string | undefined> {
    const { proven, peers } = this.#inEffect
    // What was proven elsewhere is a guess here.
    const hash = proven.hash(...shown, networkOf(address))
    const before = proven.nameOf(hash, monotonicTime())
    if (before !== undefined && peers.isFrom(before, address)) return before
    this.#refuseGuesser(counted)
    const running = this.#running.get(hash)
    if (running) return running
    const checking = this.#prove(hash, address, check, counted).finally(() =>
      this.#running.delete(hash),
    )
    this.#running.set(hash, checking)
    return checking
  }

  /** @throws NotChecked */
  #refuseGuesser(counted: readonly Counted[]): void {
    const { maxFailuresPerMinute: most } = this.#bounds
    const waits = counted.map(({ address, name, times = 1 }) =>
      this.#failures.wait(address, most * times, name),
    )
    const wait = Math.max(...waits)
    if (wait > 0) throw new NotChecked('too-many-failures', wait)
  }

  #failed(counted: readonly Counted[]): void {
    for (const { address, name } of counted) this.#failures.add(address, name)
  }

  async #prove(
    hash: string,
    address: string | undefined,
    check: () => Promise<Proof | undefined>,
    counted: readonly Counted[],
  ): Promise<string | undefined> {
    const { proven, peers } = this.#inEffect
    const proof = await check()
    if (proof && peers.isFrom(proof.name, address)) {
      proven.add(hash, proof.name, proof.until)
      return proof.name
    }
    this.#failed(counted)
    return undefined
  }

  #made(config: CredentialsConfig, before: InEffect | undefined): InEffect {
    const peers = new Peers(config.peers)
    const passwords = new Passwords(config.peers, this.#slots)
    const proven = new Proven()
    const apiKeys = new Map(
      Object.entries(config.peers).flatMap(([name, { apiKey }]) =>
        apiKey === undefined ? [] : [[proven.hash('kept', apiKey.replace('sha256:', '')), name]],
      ),
    )
    const keySets = new Map<string, KeySet>()
    const tokens = new Tokens(config, (name, config) => {
      const set = this.#keySet(name, config, before)
      keySets.set(name, set)
      return set
    })
    const kinds = [
      ...(passwords.any ? (['password'] as const) : []),
      ...(apiKeys.size > 0 ? (['apiKey'] as const) : []),
      ...(tokens.any ? (['token'] as const) : []),
    ]
    return { config, peers, passwords, apiKeys, tokens, keySets, proven, kinds }
  }

  /** Keys that were fetched stay, and with them the time until they may be fetched again. */
  #keySet(name: string, config: TokensConfig, before: InEffect | undefined): KeySet {
    const former = before?.keySets.get(name)
    const same = isDeepStrictEqual(before?.config.tokens[name], config)
    if (former && same && isUrl(config.jwks)) return former
    return new KeySet(name, config, { closed: this.#closed.signal, log: this.#log })
  }
}

function forTime(time: number, name: string | undefined): Proof | undefined {
  return name === undefined ? undefined : { name, until: monotonicTime() + time }
}

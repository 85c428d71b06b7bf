/** Finds out who sends a request: by listed proxies, by its credentials; and how many requests strangers send. */
import type { IncomingMessage } from 'node:http'
import {
  type CredentialKind,
  type Credentials,
  isLoopback,
  NotChecked,
  type Peer,
  RateLimit,
} from '#transport'
import type { FieldsRead } from '../protocol/header-fields.js'
import { HttpRefusal } from '../protocol/status.js'
import type { HttpSection } from '../section/section.js'
import { challenge } from './challenges.js'
import { type Shown, shownIn } from './credentials.js'
import { OwnHost } from './own-host.js'
import { Proxies } from './proxies.js'

const MINUTE = 60_000

export class Senders {
  readonly #credentials: Credentials
  readonly #requests = new RateLimit(MINUTE)
  #options: HttpSection
  #proxies: Proxies
  #ownHost: OwnHost

  constructor(options: HttpSection, credentials: Credentials) {
    this.#options = options
    this.#credentials = credentials
    this.#proxies = new Proxies(options)
    this.#ownHost = new OwnHost(options)
  }

  /** Decides by another section from the next request on; what was counted counts on. */
  use(options: HttpSection): void {
    this.#options = options
    this.#proxies = new Proxies(options)
    this.#ownHost = new OwnHost(options)
  }

  /** What a client is told that has to say who it is; undefined if there is nothing that it could show. */
  get challenge(): string | undefined {
    return challenge(this.#credentials.kinds, this.#options.apiKeyHeader)
  }

  /** True if it comes from a listed proxy, which stands for many. */
  isProxy(address: string | undefined): boolean {
    return this.#proxies.has(address)
  }

  /**
   * A listed proxy passes on what its clients ask for.
   *
   * @throws HttpRefusal 421 for a request that is meant for another host
   */
  checkHost(request: FieldsRead): void {
    if (!this.isProxy(request.socket.remoteAddress)) this.#ownHost.check(request)
  }

  /** Who sends it, as far as it is known without its credentials. */
  connected(request: IncomingMessage, peer: Peer): Peer {
    return this.#proxies.peerOf(request, peer)
  }

  /**
   * Who sends it; no promise if it shows nothing.
   *
   * @param peer  as `connected` gives it
   * @throws HttpRefusal 401, 403, 429, 503
   */
  identified(request: IncomingMessage, peer: Peer): Peer | Promise<Peer> {
    const shown = shownIn(request, this.#options, this.#credentials.kinds)
    return shown.length === 0 ? this.#identified(peer) : this.#proven(shown, peer)
  }

  async #proven(shown: readonly Shown[], peer: Peer): Promise<Peer> {
    const { plainAuth } = this.#options
    if (!peer.tls && !plainAuth && !isLoopback(peer.address ?? '')) {
      const text = 'Credentials are taken over TLS only.'
      throw new HttpRefusal(403, 'credentials without TLS', {}, text)
    }
    const names: (string | undefined)[] = []
    for (const one of shown) names.push(await this.#check(one, peer.address))
    const [name] = names
    // Credentials of two peers prove neither.
    if (name === undefined || names.some((other) => other !== name)) throw this.#refusal(shown)
    const user = shown.find((one) => one.kind === 'password')?.user
    return this.#identified({ ...peer, name, ...(user !== undefined && { user }) })
  }

  #check(shown: Shown, address: string | undefined): Promise<string | undefined> {
    return checked(() => {
      switch (shown.kind) {
        case 'password':
          return this.#credentials.password(shown.user, shown.password, address)
        case 'apiKey':
          return this.#credentials.apiKey(shown.key, address)
        case 'token':
          return this.#credentials.token(shown.token, address)
        case 'unreadable':
          return Promise.resolve(undefined)
      }
    })
  }

  #identified(peer: Peer): Peer {
    const identity = this.#credentials.peerOf(peer)
    if (identity !== undefined) return { ...peer, identity }
    const { maxRequestsPerMinute: most } = this.#options
    if (most === undefined) return peer
    const wait = this.#requests.wait(peer.address, most)
    if (wait > 0) {
      const again = this.#requests.isReported(peer.address)
      throw tooMany('http.maxRequestsPerMinute', wait, again)
    }
    this.#requests.add(peer.address)
    return peer
  }

  #refusal(shown: readonly Shown[]): HttpRefusal {
    const kinds = shown.map(
      (one): CredentialKind => (one.kind === 'unreadable' ? one.of : one.kind),
    )
    const { apiKeyHeader } = this.#options
    const challenges = challenge(this.#credentials.kinds, apiKeyHeader, kinds) ?? ''
    return new HttpRefusal(401, `${kinds.join(' and ')}: proves nobody`, {
      'WWW-Authenticate': challenges,
    })
  }
}

async function checked(check: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error
    const { reason, retryAfter, message } = error
    if (reason === 'too-many-failures') throw tooMany(message, retryAfter, true)
    throw new HttpRefusal(503, message, { 'Retry-After': String(retryAfter) })
  }
}

/** RFC 6585 §4 */
function tooMany(cause: string, retryAfter: number, again: boolean): HttpRefusal {
  const refusal = new HttpRefusal(429, cause, { 'Retry-After': String(retryAfter) })
  refusal.again = again
  return refusal
}

/** The admin listener: tells whoever watches the node whether it is alive, and whether it is ready. */
import type { AddressInfo } from 'node:net'
import type { Metrics } from '../metrics/metrics.js'
import { type Answer, type Asked, type ListenerLog, SmallListener } from './small-listener.js'

/** Whether the node takes messages now, and why. */
export interface Readiness {
  readonly ready: boolean
  /** What each part says of itself, by its name, without secrets: whoever reaches the listener reads it. */
  readonly checks: Readonly<Record<string, string>>
}

export interface AdminOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
}

/** Whoever watches asks for a few bytes and gets a few. */
const BOUNDS = { maxBody: 0, maxConnections: 100, time: 10_000 }

export class AdminListener {
  readonly #options: AdminOptions
  readonly #checks: () => Readiness | Promise<Readiness>
  readonly #metrics: Metrics | undefined
  readonly #listener: SmallListener

  /** @param checks  asked at every request; has to answer soon */
  constructor(
    options: AdminOptions,
    checks: () => Readiness | Promise<Readiness>,
    log: ListenerLog,
    metrics?: Metrics | undefined,
  ) {
    this.#options = options
    this.#checks = checks
    this.#metrics = metrics
    this.#listener = new SmallListener((asked) => this.#answer(asked), BOUNDS, log)
  }

  /** Its URL, for people to read; empty before `listen` and after `close`. */
  get listening(): readonly string[] {
    const address = this.#listener.address as AddressInfo | undefined
    if (!address) return []
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
    return [`http://${host}:${address.port}`]
  }

  /** @throws Error with `code` and `address` as `node:net` has them if the address cannot be had */
  listen(): Promise<void> {
    const { host, port } = this.#options
    return this.#listener.listen({ host, port })
  }

  /** @param deadline  once aborted, what is still being answered is cut off */
  close(deadline: AbortSignal): Promise<void> {
    return this.#listener.close(deadline)
  }

  async #answer({ method, path }: Asked): Promise<Answer> {
    const metrics = path === '/metrics' ? this.#metrics : undefined
    if (path !== '/health/live' && path !== '/health/ready' && !metrics) return { status: 404 }
    if (method !== 'GET' && method !== 'HEAD') {
      return { status: 405, headers: { Allow: 'GET, HEAD' } }
    }
    if (metrics) return { status: 200, text: await metrics.text() }
    // That it is answered is the proof that the process runs its event loop.
    if (path === '/health/live') return { status: 200, json: { live: true } }
    const { ready, checks } = await this.#checks()
    return { status: ready ? 200 : 503, json: { ready, checks } }
  }
}

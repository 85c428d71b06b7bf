/** The admin listener: health, the console and its API, for operators of this node only. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onAbort } from '../../base/deadline.js'
import type { Reloading } from '../../base/reloading.js'
import { Connections } from './connections.js'
import { serveFiles } from './files.js'
import { HEALTH, type Readiness, serveHealth } from './health.js'
import type { Configured } from './in-effect.js'
import { type ListenerLog, makeApp } from './make-app.js'
import { makeServer } from './make-server.js'
import type { Reload } from './node-page/config-now.js'
import type { Resource } from './resource.js'
import type { AdminTls } from './secure.js'
import { type AddressOf, type Identify, serveResources } from './serve-resource.js'

export type { Readiness }

export interface AdminOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
}

/** What it serves beside health. */
export interface Served {
  readonly resources: readonly Resource[]
  readonly identify: Identify
  /** Default: the other end of the connection. */
  readonly addressOf?: AddressOf | undefined
  /** Looks at every request but those for health. @throws Refused */
  readonly check: (request: FastifyRequest) => void
  /** How it speaks TLS. */
  readonly secure?: AdminTls | undefined
  /** Folder of the console. */
  readonly files?: string | undefined
  /** Adds what is no resource of the API. */
  readonly more?: ((app: FastifyInstance, identify: Identify) => void) | undefined
  /** Starts and ends with the listener. */
  readonly running?: readonly { start(): void; close(): Promise<void> }[] | undefined
  /** Gets ready to go on with another configuration. */
  readonly reload?: ((next: Configured) => Reloading) | undefined
  /** Is notified of what a reload did. */
  readonly reloaded?: ((done: Reload) => void) | undefined
}

export class AdminListener {
  readonly #options: AdminOptions
  readonly #app: FastifyInstance
  readonly #connections = new Connections()
  readonly #running: NonNullable<Served['running']>
  readonly #secure: AdminTls | undefined
  readonly #reload: Served['reload']
  /** Notes what a reload did, for those who look. */
  readonly reloaded: (done: Reload) => void
  #listens = false

  /** @param readiness  asked at every request; has to answer soon */
  constructor(
    options: AdminOptions,
    readiness: () => Readiness | Promise<Readiness>,
    log: ListenerLog,
    served?: Served,
  ) {
    this.#options = { host: options.host, port: options.port }
    this.#secure = served?.secure
    this.#reload = served?.reload
    this.reloaded = served?.reloaded ?? (() => undefined)
    const check = (request: FastifyRequest) => {
      if (!HEALTH.has(request.routeOptions.url ?? '')) served?.check(request)
    }
    this.#app = makeApp(log, check, (take) =>
      this.#connections.watch(makeServer(take, served?.secure)),
    )
    this.#running = served?.running ?? []
    serveHealth(this.#app, readiness, served?.identify)
    if (served) serveResources(this.#app, served.resources, served.identify, served.addressOf)
    served?.more?.(this.#app, served.identify)
    if (served?.files !== undefined) serveFiles(this.#app, served.files)
    this.#app.server.on('error', (err) => {
      if (this.#listens) log.error({ err }, 'the admin listener failed')
    })
  }

  /** Its URL, for people to read; empty before `listen` and after `close`. */
  get listening(): readonly string[] {
    const address = this.#app.server.address()
    if (!this.#listens || address === null || typeof address === 'string') return []
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
    return [`${this.#secure ? 'https' : 'http'}://${host}:${address.port}`]
  }

  /** @throws Error with `code` and `address` as `node:net` has them if the address is not available */
  async listen(): Promise<void> {
    await this.#app.listen({ ...this.#options })
    this.#listens = true
    for (const one of this.#running) one.start()
  }

  /**
   * Gets ready to go on with another configuration; where it listens stays as it is.
   *
   * @throws WaybillError, Error of `node:tls` for what cannot be used
   */
  reload(next: Configured): Reloading {
    const { tls } = next.config.admin
    const ready = [this.#reload?.(next) ?? [], (tls && this.#secure?.reload(tls)) ?? []].flat()
    return {
      changed: ready.flatMap(({ changed }) => changed.map((key) => `admin.${key}`)),
      apply: () => {
        for (const { apply } of ready) apply()
      },
    }
  }

  /** @param deadline  once aborted, what is still being answered is cut off */
  async close(deadline: AbortSignal): Promise<void> {
    this.#listens = false
    await Promise.all(this.#running.map((one) => one.close()))
    this.#connections.closeIdle()
    await onAbort(deadline, () => this.#connections.destroyAll(), this.#app.close())
  }
}

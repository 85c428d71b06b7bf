/** A running node: the order in which its parts start, and the reverse order in which they stop. */
import { dirname, resolve } from 'node:path'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import type { Config } from './config.js'
import { createContainer, PART } from './container.js'
import { WaybillError } from './errors.js'
import { closePlugins, loadPlugins } from './load-plugins.js'
import type { Transport } from './transport.js'

export class Daemon {
  readonly container: Container
  readonly #config: Config
  readonly #log: Logger
  #started: Transport[] = []

  private constructor(container: Container, config: Config, log: Logger) {
    this.container = container
    this.#config = config
    this.#log = log
  }

  /**
   * Loads the plugins and makes every part; listens to nothing yet.
   *
   * @param file  path of the configuration file: plugins are looked up beside it
   * @throws WaybillError
   */
  static async create(config: Config, file: string | undefined, log: Logger): Promise<Daemon> {
    const folder = file === undefined ? process.cwd() : dirname(resolve(file))
    const plugins = await loadPlugins(config.plugins, folder, (plugin) => log.child({ plugin }))
    const daemon = new Daemon(createContainer(config, plugins, log), config, log)
    try {
      // Made now, so that a conflict or a broken schema is found before anything listens.
      daemon.container.get(PART.processor)
    } catch (error) {
      await daemon.stop()
      throw error
    }
    return daemon
  }

  /** What the node listens on, for people to read. */
  get listening(): readonly string[] {
    return this.#started.flatMap((transport) => transport.listening)
  }

  /** @throws WaybillError if an address cannot be had; what was started is stopped again */
  async start(): Promise<void> {
    const processor = this.container.get(PART.processor)
    for (const transport of this.container.getAll(PART.transport)) {
      try {
        await transport.listen((message) => processor.process(message))
      } catch (error) {
        await this.stop()
        throw addressError(error, transport.name)
      }
      this.#started.push(transport)
      this.#log.info({ transport: transport.name, listening: transport.listening }, 'listening')
    }
  }

  /** Stops to receive, waits for what runs until the deadline of the configuration, lets go of all. */
  async stop(): Promise<void> {
    const cut = new AbortController()
    const timer = setTimeout(() => cut.abort(), this.#config.shutdown.deadline)
    const started = this.#started.splice(0).reverse()
    try {
      await Promise.all(started.map((transport) => transport.close(cut.signal)))
    } finally {
      clearTimeout(timer)
    }
    await closePlugins(this.container.get(PART.plugins), (err, plugin) =>
      this.#log.error({ err, plugin }, 'the plugin failed to close'),
    )
    if (cut.signal.aborted) this.#log.warn('the shutdown deadline cut off running exchanges')
  }
}

function addressError(error: unknown, transport: string): unknown {
  const { code, address, port, hostname } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
    hostname?: string
  }
  const place = `${transport}: ${[address ?? hostname, port].filter((part) => part !== undefined).join(':')}`
  switch (code) {
    case 'EADDRINUSE':
      return new WaybillError('WAYBILL_ADDRESS_IN_USE', `${place} is in use by another process`, {
        cause: error,
      })
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new WaybillError(
        'WAYBILL_ADDRESS_REFUSED',
        `${place} cannot be listened on (${code})`,
        { cause: error },
      )
    default:
      return error
  }
}

/** A running node: the order in which its parts start, and the reverse order in which they stop. */
import { dirname, resolve } from 'node:path'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { AdminListener, type Readiness } from './admin/listener.js'
import type { Config } from './config/schema.js'
import { createContainer, PART } from './container.js'
import { WaybillError } from './errors.js'
import { closePlugins, loadPlugins } from './plugins/load.js'
import type { EnvelopeProcessor } from './processor/envelope-processor.js'
import { openQueue } from './queue/open.js'
import type { JobQueue, JobWorker } from './queue/queue.js'
import type { Transport } from './transport.js'

export class Daemon {
  readonly container: Container
  readonly #config: Config
  readonly #log: Logger
  readonly #admin: AdminListener
  #queue: JobQueue | undefined
  #worker: JobWorker | undefined
  #transports: readonly Transport[] = []
  #listening: Transport[] = []
  #starting: Promise<void> | undefined
  #started = false
  #stopped: Promise<void> | undefined
  /** Ends what the start waits for. */
  readonly #stopping = new AbortController()

  private constructor(container: Container, config: Config, log: Logger) {
    this.container = container
    this.#config = config
    this.#log = log
    this.#admin = new AdminListener(config.admin, () => this.#readiness(), log)
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
      // Made now, so that a conflict, a broken schema or an unusable file is found before anything is opened.
      daemon.container.get(PART.operations)
      daemon.container.get(PART.handlers)
      daemon.container.get(PART.destinations)
      daemon.#transports = daemon.container.getAll(PART.transport)
    } catch (error) {
      await daemon.stop()
      throw error
    }
    return daemon
  }

  /** What the node listens on, for people to read. */
  get listening(): readonly string[] {
    return this.#listening.flatMap((transport) => transport.listening)
  }

  /**
   * Opens the queue, runs its jobs, and only then takes messages.
   *
   * @throws WaybillError if the queue or an address cannot be had; what was started is stopped again
   */
  async start(): Promise<void> {
    this.#starting = this.#start()
    try {
      await this.#starting
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async #start(): Promise<void> {
    const { node, queue } = this.#config
    // First, so that whoever watches the node sees that it lives while it waits for its queue.
    await listening(this.#admin, 'admin')
    this.#log.info({ listening: this.#admin.listening }, 'health can be asked for')
    this.#queue = await openQueue(this.#config, this.#log, this.#stopping.signal)
    if (this.#stopping.signal.aborted) return
    this.container.bind(PART.queue).toConstantValue(this.#queue)
    this.#log.info({ queue: this.#queue.status }, 'queue opened')
    const processor = this.container.get(PART.processor)
    if (node.role !== 'listener') {
      this.#worker = await processor.work(queue.concurrency)
      this.#log.info({ concurrency: queue.concurrency }, 'working')
    }
    if (node.role !== 'worker') await this.#listen(processor)
    this.#started = true
  }

  async #listen(processor: EnvelopeProcessor): Promise<void> {
    for (const transport of this.#transports) {
      const listen = () => transport.listen((message) => processor.process(message))
      await listening({ listen }, transport.name)
      // One that only sends listens to nothing.
      if (transport.listening.length === 0) continue
      this.#listening.push(transport)
      this.#log.info({ transport: transport.name, listening: transport.listening }, 'listening')
    }
  }

  #readiness(): Readiness {
    const queue = this.#queue
    const deaf = this.#listening.filter(({ listening }) => listening.length === 0)
    const listens = this.#started && deaf.length === 0
    const silent = this.#started
      ? `not listening: ${deaf.map(({ name }) => name).join(', ')}`
      : 'not listening yet'
    const stops = this.#stopping.signal.aborted
    return {
      ready: !stops && listens && queue?.available === true,
      checks: {
        node: stops ? 'stopping' : 'running',
        queue: queue?.status ?? 'not opened yet',
        transports: listens ? 'listening' : silent,
      },
    }
  }

  /** Stops to receive, waits for what runs until the deadline of the configuration, lets go of all. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#stopping.abort()
    // What it still opens is closed below; why it failed, whoever started it hears.
    await this.#starting?.catch(() => undefined)
    const { deadline } = this.#config.shutdown
    const cut = new AbortController()
    const timer = setTimeout(() => {
      if (this.#queue) this.container.get(PART.processor).cutOff()
      cut.abort()
    }, deadline)
    // Who still waits for an answer from the queue is told to come back before connections are cut.
    const released = setTimeout(() => this.#release(), deadline * RELEASE)
    this.#listening = []
    try {
      await Promise.all(this.#transports.map((transport) => transport.close(cut.signal)))
      // Only now: those who waited on their connections had their answers from it.
      await this.#worker?.close(cut.signal)
      await this.#queue?.close()
      await this.#admin.close(cut.signal)
    } finally {
      clearTimeout(timer)
      clearTimeout(released)
    }
    await closePlugins(this.container.get(PART.plugins), (err, plugin) =>
      this.#log.error({ err, plugin }, 'the plugin failed to close'),
    )
    if (cut.signal.aborted) this.#log.warn('the shutdown deadline cut off running exchanges')
  }

  #release(): void {
    if (this.#queue) this.container.get(PART.processor).release()
  }
}

/** The part of the shutdown deadline for which callers may wait for answers from the queue. */
const RELEASE = 0.8

/** @throws WaybillError if its address cannot be had */
async function listening(one: { listen(): Promise<void> }, name: string): Promise<void> {
  try {
    await one.listen()
  } catch (error) {
    throw addressError(error, name)
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

/** A running node: the order in which its parts start, and the reverse order in which they stop. */
import type { Logger } from './base/log.js'
import type { RecentLines } from './base/recent-lines.js'
import { clearTimeout, setTimeout, wallTime } from './base/time.js'
import type { NodeInput } from './compose/basis.js'
import { listening } from './compose/listening.js'
import { followProblems, readinessBy, reportProblems } from './compose/problems.js'
import { refuseUnstartable } from './compose/refuse-unstartable.js'
import { type Next, Reloader } from './compose/reload/reload.js'
import { makeParts, type NodeParts, type Rebind } from './container.js'
import { AT_REST } from './operate/admin/sources.js'
import { followAlerts } from './operate/alerts/open.js'
import { LoopWatch } from './operate/event-loop/loop-watch.js'
import { type Configured, examinedAt } from './operate/findings/examined.js'
import { FindingLog } from './operate/findings/finding-log.js'
import { findingsIn } from './operate/findings/findings.js'
import { findingsOf } from './operate/findings/parts.js'
import type { Reporting } from './operate/problems/reporting.js'
import { STOPPING } from './operate/problems/sources/node-state.js'
import type { Configuration } from './path/plugins/transports.js'
import type { EnvelopeProcessor } from './path/processor.js'
import type { Evidence } from './security/evidence.js'
import type { JobQueue, JobWorker } from './store/queue/queue.js'
import type { Transport } from './transport.js'

/** A message to try a node with, if it has the operation. */
const SAMPLE = {
  operation: '{urn:example:calculator}Add',
  envelope:
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
    '<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>' +
    '</soap:Body></soap:Envelope>',
} as const

type DaemonConfiguration = Configuration &
  Pick<Configured, 'exposed' | 'openSecrets'> &
  Pick<NodeInput, 'references'>

export class Daemon {
  readonly #parts: NodeParts
  readonly #log: Logger
  readonly #findings: FindingLog
  readonly #loop: LoopWatch
  #queue: JobQueue | undefined
  #worker: JobWorker | undefined
  #evidence: Evidence | undefined
  #processor: EnvelopeProcessor | undefined
  #reporting: Reporting | undefined
  #listening: Transport[] = []
  #starting: Promise<void> | undefined
  #started = false
  #stopped: Promise<void> | undefined
  #reloader: Reloader | undefined
  /** One after the other. */
  #reloading: Promise<void> = Promise.resolve()
  /** Ends what the start waits for. */
  readonly #stopping: AbortController
  /** Ends what the stop waits for. */
  readonly #cut: AbortController

  private constructor(
    parts: NodeParts,
    log: Logger,
    stopping: AbortController,
    cut: AbortController,
  ) {
    this.#parts = parts
    this.#log = log
    this.#findings = new FindingLog(this.#log)
    this.#loop = new LoopWatch(parts.loopBounds, this.#log)
    this.#stopping = stopping
    this.#cut = cut
  }

  /**
   * Loads the plugins and makes every part; listens to nothing yet.
   *
   * @param rebind       binds other parts than a node has by itself. Default: none
   * @param recentLines  the last of the log. Default: none are kept
   * @throws WaybillError
   */
  static async create(
    configuration: DaemonConfiguration,
    log: Logger,
    rebind?: Rebind,
    recentLines: Pick<RecentLines, 'all' | 'warnings'> = AT_REST.recentLines,
  ): Promise<Daemon> {
    const stopping = new AbortController()
    const cut = new AbortController()
    const signals = { stopping: stopping.signal, cut: cut.signal }
    const parts: NodeParts = await makeParts({
      ...configuration,
      ...signals,
      log,
      pluginLog: (plugin) => log.child({ plugin }),
      rebind,
      recentLines,
      readiness: () => readinessBy(parts.problems),
      queueNow: () => daemon.#queue,
      pathNow: () => daemon.#processor?.parts,
      listeningNow: () =>
        daemon.#listening.map(({ name, listening: urls }) => ({ transport: name, urls })),
    })
    const daemon = new Daemon(parts, log, stopping, cut)
    await daemon.#find({ ...configuration, ...parts })
    return daemon
  }

  /** Tells the log what is wrong, or will be, with what is in effect. */
  async #find(configured: Configured & Pick<NodeParts, 'routes'>): Promise<void> {
    const { plugins, tables } = this.#parts
    try {
      const examined = await examinedAt(configured, wallTime())
      const ofParts = findingsOf({ ...configured, plugins, tables })
      this.#findings.all([...findingsIn(examined), ...ofParts])
    } catch (err) {
      this.#log.error({ err }, 'the configuration could not be looked through')
    }
  }

  readonly #now = {
    state: () => ({ started: this.#started, listeners: this.#listening }),
    queue: () => this.#queue,
    worker: () => this.#worker,
    evidence: () => this.#evidence,
    held: () => this.#loop.held,
  }

  /** What the node listens on, for people to read, and how a message can be sent there. */
  get listening(): readonly { readonly url: string; readonly example: string | undefined }[] {
    const { transports, tables } = this.#parts
    const recognised = tables.operations.all.some(
      ({ operation }) => operation.name === SAMPLE.operation,
    )
    return this.#listening.flatMap(({ name, listening }) => {
      const module = transports.all.find((one) => one.module.name === name)?.module
      const example = (url: string) =>
        recognised ? module?.example?.(url, SAMPLE.envelope) : undefined
      return listening.map((url) => ({ url, example: example(url) }))
    })
  }

  /** URL of the console; undefined while nobody can ask for it. */
  get console(): string | undefined {
    return this.#parts.admin.listening[0]
  }

  /**
   * Opens the queue, runs its jobs, and only then takes messages.
   *
   * @throws WaybillError if the queue or an address is not available; what was started is stopped again
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
    const { config, admin, plugins } = this.#parts
    refuseUnstartable(this.#parts, this.#log)
    this.#loop.start(plugins.map(({ from }) => from))
    const problems = followProblems(this.#parts, this.#now, this.#findings)
    const alerts = followAlerts(this.#parts)
    this.#reporting = reportProblems(this.#parts, this.#now.queue, this.#log)
    problems(this.#parts).apply()
    // First, so that whoever watches the node sees that it lives while it waits for its queue.
    await listening(admin, 'admin')
    this.#log.info({ listening: admin.listening }, 'health is available')
    alerts(this.#parts).apply()
    this.#queue = await this.#parts.queue()
    if (this.#stopping.signal.aborted) return
    this.#log.info({ queue: this.#queue.status }, 'queue opened')
    // It opens what it is kept in, and warns if it cannot be; nothing waits for that.
    void this.#parts.journal.stats().catch((err) => this.#log.debug({ err }, 'no journal'))
    if (config.journal.keys.length > 0) await this.#parts.secrets.prepare()
    const processor = await this.#parts.processor()
    this.#processor = processor
    const followers = [(next: Next) => admin.reload(next), problems, alerts]
    this.#reloader = new Reloader(this.#parts, processor, this.#log, followers)
    if (config.node.role !== 'listener') {
      this.#worker = await this.#parts.worker()
      this.#log.info({ concurrency: config.queue.concurrency }, 'working')
    }
    this.#evidence = await this.#parts.evidence()
    if (config.node.role !== 'worker') await this.#listen(processor)
    this.#started = true
  }

  async #listen(processor: EnvelopeProcessor): Promise<void> {
    for (const transport of this.#parts.listeners) {
      const listen = () => transport.listen((...args) => processor.process(...args))
      await listening({ listen }, transport.name)
      // One that only sends listens to nothing.
      if (transport.listening.length === 0) continue
      this.#listening.push(transport)
      this.#log.info({ transport: transport.name, listening: transport.listening }, 'listening')
    }
  }

  /**
   * Takes a changed configuration over, as far as that can be done while the node runs, once it has
   * started. Never rejects: what cannot be used is logged, and all goes on as before.
   */
  reload(read: () => Promise<DaemonConfiguration>): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#reload(read))
    return this.#reloading
  }

  async #reload(read: () => Promise<DaemonConfiguration>): Promise<void> {
    await this.#starting?.catch(() => undefined)
    const reloader = this.#reloader
    if (!reloader || this.#stopping.signal.aborted) return
    try {
      const configuration = await read()
      const { changed, restart, next } = await reloader.reload(configuration)
      this.#log.info({ changed }, 'the configuration was reloaded')
      this.#parts.admin.reloaded({ ...configuration, ...next, changed, restart })
      if (restart.length > 0)
        this.#log.warn({ restart }, 'these keys take effect after a restart only')
      await this.#find({ ...configuration, ...next })
    } catch (error) {
      this.#log.error(
        { err: error },
        'the configuration was not reloaded: the previous one stays in effect',
      )
    }
  }

  /** Stops to receive, waits for what runs until the deadline of the configuration, releases all. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }

  async #stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#parts.problems.close([STOPPING]), this.#reporting?.close()])
    // What it still opens is closed below; why it failed, whoever started it learns.
    await this.#starting?.catch(() => undefined)
    const { deadline } = this.#parts.config.shutdown
    const timer = setTimeout(() => {
      this.#processor?.abort()
      this.#cut.abort()
    }, deadline)
    // Who waits for an answer from the queue is told to come back: it may take as long as it likes.
    this.#processor?.release()
    this.#listening = []
    try {
      await this.#parts.close()
    } finally {
      clearTimeout(timer)
    }
    await this.#parts.closePlugins()
    // Last: what holds the stop is named, too.
    await this.#loop.close()
    if (this.#cut.signal.aborted) {
      this.#log.warn({}, 'the shutdown deadline cut off running exchanges')
    }
  }
}

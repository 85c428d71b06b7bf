/** Makes a node in this process, with plugins given as objects, reached over HTTP or memory. */
import { Closing } from '../../../src/base/closing.js'
import { boundsOf, createContainer, PART } from '../../../src/container.js'
import type { Contract } from '../../../src/contract/contract.js'
import { createLog } from '../../../src/log.js'
import type { Observe } from '../../../src/message/events/events.js'
import { AT_REST } from '../../../src/operate/admin/sources.js'
import type { FindRoute } from '../../../src/path/parts/onward.js'
import type { EnvelopeProcessor } from '../../../src/path/processor.js'
import type { Plugin } from '../../../src/plugin.js'
import { waybillEngine } from '../../../src/schema/waybill.js'
import type { Evidence } from '../../../src/security/evidence.js'
import type { JobQueue } from '../../../src/store/queue/queue.js'
import type { Credentials, Outcome } from '../../../src/transport.js'
import type { HttpBounds } from '../../../transports/http/section/bounds.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { type Config, configurationOf } from '../config.js'
import { type OtherBounds, rebindTo } from './bounds.js'
import { MemoryQueue } from './memory-queue.js'
import { type MessageOptions, messageOf } from './messages.js'

export interface TestNode {
  readonly processor: EnvelopeProcessor
  readonly queue: JobQueue
  readonly log: readonly Record<string, unknown>[]
  readonly config: Config
  readonly credentials: Credentials
  /** Those of its HTTP. */
  readonly bounds: HttpBounds
  /** Hands a message to the processor without a transport. */
  inject(envelope: string | Uint8Array, message?: MessageOptions): Promise<Outcome>
}

export interface NodeOptions {
  /** `key.path=value` settings over the default configuration. */
  readonly settings?: readonly string[]
  /** Default: those that a node has. */
  readonly bounds?: OtherBounds
  readonly findRoute?: FindRoute
  /** Whether the node does WS-Addressing. Default true. */
  readonly addressing?: boolean
  /** The contracts that plugins are given as, by their names. Default: none. */
  readonly contracts?: Readonly<Record<string, Contract>>
  /** Names of the plugins that are called at their own paths only. Default: none. */
  readonly ownPaths?: readonly string[]
  /** Default: a queue in memory. */
  readonly queue?: JobQueue
  /** Default: none. */
  readonly evidence?: Evidence
  /** Is notified of events, beside the log. Default: nobody is. */
  readonly observe?: Observe
  /** Replaces the sending over transports. */
  readonly transports?: readonly import('../../../src/transport.js').Transport[]
}

export function makeNode(
  plugins: Readonly<Record<string, Plugin>>,
  {
    settings = [],
    bounds = {},
    findRoute,
    addressing = true,
    transports,
    contracts = {},
    ownPaths = [],
    queue: ownQueue,
    evidence,
    observe,
  }: NodeOptions = {},
): TestNode {
  const log: Record<string, unknown>[] = []
  const own = ['http.port=0', `addressing.enabled=${addressing}`, 'journal.enabled=false']
  const configuration = configurationOf({ environment: {}, settings: [...own, ...settings] })
  const { config } = configuration
  const loaded = Object.entries(plugins).map(([name, definition]) => ({
    name,
    from: `test:${name}`,
    definition,
    ownPath: ownPaths.includes(name),
    contract: contracts[name],
  }))
  const logger = createLog('debug', (line) => log.push(JSON.parse(line)))
  const parts = {
    ...configuration,
    plugins: loaded,
    engine: waybillEngine,
    second: undefined,
    findings: [],
    warn: (fields: object, sentence: string) => logger.warn(fields, sentence),
    log: logger,
    ...AT_REST,
    stopping: new AbortController().signal,
    cut: new AbortController().signal,
  }
  const container = createContainer(parts, new Closing())
  rebindTo(bounds)(container)
  // It opens files; tests of evidence have nodes of their own.
  container.rebind(PART.evidence).toConstantValue(undefined)
  container.rebind(PART.evidence).toConstantValue(evidence)
  container.unbind(PART.transport)
  for (const transport of transports ?? [new HttpTransport(config.http, logger)]) {
    container.bind(PART.transport).toConstantValue(transport)
  }
  if (observe) {
    const logged = container.get(PART.observe)
    const both: Observe = (event) => {
      logged(event)
      observe(event)
    }
    container.rebind(PART.observe).toConstantValue(both)
  }
  if (findRoute) {
    const ways = container.get(PART.ways)
    container.rebind(PART.ways).toConstantValue({ ...ways, findRoute })
  }
  const queue = ownQueue ?? new MemoryQueue({ node: config.node.uri })
  container.rebind(PART.queue).toConstantValue(queue)
  const processor = container.get(PART.processor)
  void processor.work(config.queue.concurrency)
  return {
    processor,
    queue,
    log,
    config,
    credentials: container.get(PART.credentials),
    bounds: container.get(boundsOf<HttpBounds>('http')),
    inject: (envelope, message = {}) =>
      processor.process(
        messageOf({
          ...message,
          body: typeof envelope === 'string' ? Buffer.from(envelope, 'utf8') : envelope,
        }),
      ),
  }
}

export interface ServedNode extends TestNode {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** A test node that listens on a free port of the loopback address. */
export async function serveNode(
  plugins: Readonly<Record<string, Plugin>>,
  options: NodeOptions = {},
): Promise<ServedNode> {
  const node = makeNode(plugins, options)
  const transport = new HttpTransport(node.config.http, createLog('silent'), node)
  await transport.listen((message) => node.processor.process(message))
  const url = String(transport.listening[0])
  return {
    ...node,
    url,
    port: Number(new URL(url).port),
    close: () => transport.close(AbortSignal.timeout(5_000)),
  }
}

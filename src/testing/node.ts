/** PUBLIC: a whole node for the tests of plugins: by its configuration, but in memory and without sockets. */
import { clearTimeout, setTimeout } from '../base/time.js'
import type { CallOptions } from '../client/options.js'
import { type Answer, createSender } from '../client/sender.js'
import { makeParts, type NodeParts } from '../container.js'
import { createLog } from '../log.js'
import type { Outcome } from '../message/outcome.js'
import { AT_REST } from '../operate/admin/sources.js'
import { shippedTransport } from '../path/plugins/load-transports.js'
import type { Values } from '../plugin.js'
import { MEDIA_TYPES, SOAP_12, type VersionName } from '../soap/version.js'
import type { Receive } from '../transport.js'
import type { ClarkName } from '../xml/tree.js'
import { readTestConfig } from './config.js'

export interface TestNodeOptions {
  /** File of the configuration: its plugins with their options, routes and bounds are those of the node. */
  readonly config: string | URL
  /** Further settings as `key.path=value`, as `--set` takes them. Default: none. */
  readonly set?: readonly string[] | undefined
  /** What is logged, on standard error. Default `error`. */
  readonly log?: 'silent' | 'error' | 'warn' | 'info' | 'debug' | undefined
}

/** A node that only its test can reach. */
export interface TestNode {
  /**
   * Calls an operation as a client does, in SOAP 1.1.
   *
   * @param operation   name of the body entry, as `{namespace}Name`
   * @param parameters  its children by name
   * @param options     `schema` types the values of the answer; without it they are text
   * @throws FaultAnswer if the answer is a fault
   */
  call(operation: ClarkName, parameters: Values, options?: CallOptions): Promise<Answer>
  /** Hands over a whole envelope as a transport does, and tells what happened to it. */
  inject(envelope: string, action?: string): Promise<Outcome>
  /** Ends what runs and closes the plugins. */
  close(): Promise<void>
}

/** Milliseconds that running exchanges get when the node is closed. */
const CLOSE_TIME = 5_000

/**
 * Starts a node. Its queue is in memory; it listens to no transport but the test.
 *
 * @throws WaybillError for what is wrong with the configuration, a plugin or a schema
 *
 * @example
 * const node = await startNode({ config: 'waybill.yaml' })
 * const { values } = await node.call('{urn:example:greeting}Greet', { name: 'Ada' })
 * await node.close()
 */
export async function startNode({ config, set, log }: TestNodeOptions): Promise<TestNode> {
  const exchange = new Map<string, Receive>()
  const memory = await shippedTransport('memory')
  const configuration = await readTestConfig(config, set ?? [], memory, exchange)
  const ending = new AbortController()
  const cut = new AbortController()
  const logger = createLog(log ?? 'error', (line) => process.stderr.write(line))
  const parts = await makeParts({
    ...configuration,
    stopping: ending.signal,
    cut: cut.signal,
    log: logger,
    pluginLog: (plugin) => logger.child({ plugin }),
    ...AT_REST,
  })
  const close = () => closeParts(parts, ending, cut)
  try {
    await listen(parts)
  } catch (error) {
    await close()
    throw error
  }
  const sender = createSender({ transports: [memory], ...{ memory: { exchange } } })
  return {
    call: (operation, parameters, options) =>
      sender.call('memory:node', operation, parameters, options),
    inject: (envelope, action) => handOver(envelope, action, exchange),
    async close() {
      await sender.close()
      await close()
    },
  }
}

async function listen(parts: NodeParts): Promise<void> {
  const processor = await parts.processor()
  await parts.worker()
  const own = parts.listeners.find(({ name }) => name === 'memory')
  await own?.listen((message) => processor.process(message))
}

async function closeParts(
  parts: NodeParts,
  ending: AbortController,
  cut: AbortController,
): Promise<void> {
  ending.abort()
  const timer = setTimeout(() => cut.abort(), CLOSE_TIME)
  await parts.close()
  clearTimeout(timer)
  await parts.closePlugins()
}

async function handOver(
  envelope: string,
  action: string | undefined,
  exchange: ReadonlyMap<string, Receive>,
): Promise<Outcome> {
  const receive = exchange.get('node')
  if (!receive) throw new TypeError('the node is closed')
  const soap: VersionName = envelope.includes(SOAP_12.namespace) ? '1.2' : '1.1'
  return receive({
    kind: 'envelope',
    origin: { transport: 'memory', peer: { address: 'memory' } },
    body: Buffer.from(envelope, 'utf8'),
    mediaType: MEDIA_TYPES[soap],
    charset: 'utf-8',
    action,
    attachments: [],
  })
}

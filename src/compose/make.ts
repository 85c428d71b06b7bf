/** Makes the parts of a node that are put together from others: who listens to events, tables, ways, the processor. */
import type { Logger } from '../base/log.js'
import { pathsOf } from '../config/routes.js'
import type { Config } from '../config/schema.js'
import { servedVersions } from '../config/served-versions.js'
import { eventLog } from '../message/events/event-log.js'
import type { Observe } from '../message/events/events.js'
import { inBatches } from '../message/events/in-batches.js'
import type { Flow } from '../operate/admin/flow/flow.js'
import type { Counts } from '../operate/metrics/event-counters.js'
import { spanObservers, tracedNode } from '../operate/tracing/traced-node.js'
import { Descriptions } from '../path/description/descriptions.js'
import { ownBlocks } from '../path/own-blocks/table.js'
import { HandlerTable } from '../path/parts/handler-table.js'
import { limitsOf, type MessageBounds } from '../path/parts/limits.js'
import { OperationTable } from '../path/parts/operation-table.js'
import type { Sends, Tables, Ways } from '../path/parts/parts.js'
import { processorSettings } from '../path/parts/settings.js'
import type { LoadedPlugin } from '../path/plugins/loaded.js'
import type { Transports } from '../path/plugins/transports.js'
import { EnvelopeProcessor } from '../path/processor.js'
import type { Breakers } from '../path/routing/breakers.js'
import type { Destinations } from '../path/routing/destinations.js'
import type { Routes } from '../path/routing/routes.js'
import { sendOver } from '../path/routing/send-over.js'
import { withSchemas } from '../path/validation/open.js'
import type { Validator } from '../path/validation/validator.js'
import type { Evidence } from '../security/evidence.js'
import type { Guards } from '../security/make.js'
import { asksForSecurity } from '../security/message-security.js'
import type { ReplyPolicy } from '../soap/addressing/reply-policy.js'
import type { EnvelopeCapture } from '../store/journal/capture/capture.js'
import type { Journal } from '../store/journal/journal.js'
import { businessKeys } from '../store/journal/keys/business-keys.js'
import type { KeySecrets } from '../store/journal/keys/secrets.js'
import type { JobQueue } from '../store/queue/queue.js'
import type { RetryPlans } from '../store/queue/retry-plans.js'
import type { Spools, Transport } from '../transport.js'
import type { NodeBounds } from './bounds.js'

interface NodeParts {
  readonly config: Config
  readonly transports: Transports
  readonly plugins: readonly LoadedPlugin[]
  readonly log: Logger
}

/** Who is notified of events, where that is switched on. */
interface Listeners {
  readonly journal: Journal
  readonly counts: Counts
  readonly flow: Flow
}

export function observeBy(log: Logger, { journal, counts, flow }: Listeners): Observe {
  return inBatches(
    eventLog(log),
    ...spanObservers(),
    (event) => journal.record(event),
    counts.observe,
    flow.observe,
  )
}

/**
 * What a node answers with: SOAP versions, operations, handlers and descriptions, from plugins and configuration.
 *
 * @throws WaybillError for a schema that cannot be used, and for two plugins with the same operation
 */
export function makeTables(
  parts: Omit<NodeParts, 'log'>,
  validator: Validator,
  bounds: MessageBounds,
  { maxInMemory }: NodeBounds['attachments'],
): Tables {
  const { config, plugins } = parts
  const { soap, node, addressing, routing } = config
  const checks = soap.validate ? validator : undefined
  const own = ownBlocks({
    hops: routing.hops,
    trace: routing.trace,
    addressing: addressing.enabled,
    security: asksForSecurity(config.security),
  })
  return withSchemas(() => ({
    versions: servedVersions(config),
    limits: limitsOf(config, bounds, maxInMemory),
    operations: new OperationTable(plugins, checks, { ...soap, paths: pathsOf(config) }),
    handlers: new HandlerTable(own, plugins, checks, node.actors),
    descriptions: soap.describe ? new Descriptions(parts) : undefined,
  }))
}

/** What sends messages, and reports a destination that takes them again. */
export type Sending = Pick<Ways, keyof Sends | 'onReopened'>

export function makeSending(
  transports: Transport[],
  destinations: Destinations,
  breakers: Breakers,
  { allowsAddress }: ReplyPolicy,
): Sending {
  const sends = sendOver({ transports, destinations, breakers, guard: allowsAddress })
  return { ...sends, onReopened: breakers.onReopened }
}

type MadeForWays = readonly [KeySecrets, Routes, ReplyPolicy, RetryPlans, Sending]

export const makeWaysBy =
  ({ journal }: Pick<Config, 'journal'>) =>
  (...[secrets, routes, policy, plans, sending]: MadeForWays): Ways => {
    const keys = businessKeys(journal, secrets)
    return { findRoute: routes.find, policy, plans, ...sending, keys }
  }

/** The parts of the node that its processor works with. */
interface Made {
  readonly queue: JobQueue
  readonly tables: Tables
  readonly ways: Ways
  readonly guards: Guards
  /** Undefined if none is kept. */
  readonly evidence: Evidence | undefined
  readonly observe: Observe
  readonly spools: Spools
  /** Undefined if no envelope is kept. */
  readonly capture: EnvelopeCapture | undefined
}

export function makeProcessor(
  { config, transports, log }: Pick<NodeParts, 'config' | 'transports' | 'log'>,
  { tables, ways, guards, capture, ...parts }: Made,
): EnvelopeProcessor {
  return new EnvelopeProcessor({
    ...tables,
    ...ways,
    ...guards,
    ...processorSettings(config),
    ...parts,
    capture: capture?.take,
    traced: tracedNode(transports),
    log: (exchange, traceId) => log.child({ exchange, traceId }),
  })
}

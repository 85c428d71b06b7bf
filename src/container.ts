/** The composition root: makes every part of a node once, from the configuration. */
import 'reflect-metadata'
import { Container, ContainerModule, type ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import { HttpTransport } from '../transports/http/transport.js'
import { mailboxOptions, relayOptions, smtpOptions } from '../transports/smtp/settings.js'
import { SmtpSender, SmtpTransport } from '../transports/smtp/transport.js'
import { ReplyPolicy } from './addressing/reply-policy.js'
import type { Config } from './config/schema.js'
import { WaybillError } from './errors.js'
import { eventLog } from './observer/event-log.js'
import type { LoadedPlugin } from './plugins/loaded.js'
import { EnvelopeProcessor } from './processor/envelope-processor.js'
import { HandlerTable } from './processor/handler-table.js'
import type { FindRoute } from './processor/onward.js'
import { OperationTable } from './processor/operation-table.js'
import { ownBlocks } from './processor/own-blocks/own-blocks.js'
import type { JobQueue } from './queue/queue.js'
import { RetryPlans } from './queue/retry-plans.js'
import { Breakers } from './routing/breakers.js'
import { type Destinations, readDestinations } from './routing/destinations.js'
import { pathsOf, type Routes, routesOf } from './routing/routes.js'
import { sendOver } from './routing/send-over.js'
import { InvalidSchema, type SchemaEngine } from './schema/engine.js'
import { libxml2WasmEngine } from './schema/libxml2-wasm.js'
import { libxmljs2Engine } from './schema/libxmljs2.js'
import { SoapVersions } from './soap/version.js'
import type { Transport } from './transport.js'

/** What the parts of a node are bound to. */
export const PART = {
  config: Symbol.for('Config') as ServiceIdentifier<Config>,
  log: Symbol.for('Log') as ServiceIdentifier<Logger>,
  plugins: Symbol.for('Plugins') as ServiceIdentifier<readonly LoadedPlugin[]>,
  schemaEngine: Symbol.for('SchemaEngine') as ServiceIdentifier<SchemaEngine>,
  versions: Symbol.for('SoapVersions') as ServiceIdentifier<SoapVersions>,
  operations: Symbol.for('OperationTable') as ServiceIdentifier<OperationTable>,
  handlers: Symbol.for('HandlerTable') as ServiceIdentifier<HandlerTable>,
  routes: Symbol.for('Routes') as ServiceIdentifier<Routes>,
  destinations: Symbol.for('Destinations') as ServiceIdentifier<Destinations>,
  /** Decides which messages go on to another node; without routes in the configuration, none. */
  findRoute: Symbol.for('FindRoute') as ServiceIdentifier<FindRoute>,
  queue: Symbol.for('JobQueue') as ServiceIdentifier<JobQueue>,
  policy: Symbol.for('ReplyPolicy') as ServiceIdentifier<ReplyPolicy>,
  plans: Symbol.for('RetryPlans') as ServiceIdentifier<RetryPlans>,
  processor: Symbol.for('EnvelopeProcessor') as ServiceIdentifier<EnvelopeProcessor>,
  /** Bound once for every configured transport: read with `getAll`. */
  transport: Symbol.for('Transport') as ServiceIdentifier<Transport>,
} as const

const ENGINES: Readonly<Record<Config['soap']['schemaEngine'], SchemaEngine>> = {
  libxmljs2: libxmljs2Engine,
  'libxml2-wasm': libxml2WasmEngine,
}

export function createContainer(
  config: Config,
  plugins: readonly LoadedPlugin[],
  log: Logger,
): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  const given = new ContainerModule(({ bind }) => {
    bind(PART.config).toConstantValue(config)
    bind(PART.plugins).toConstantValue(plugins)
    bind(PART.log).toConstantValue(log)
  })
  container.load(given, processorModule, transportModule)
  const { enabled, relay } = config.smtp
  if (enabled || relay) container.load(mailModule)
  return container
}

const processorModule = new ContainerModule(({ bind }) => {
  bind(PART.schemaEngine).toResolvedValue(({ soap }) => ENGINES[soap.schemaEngine], [PART.config])
  bind(PART.routes).toResolvedValue((config) => routesOf(config), [PART.config])
  bind(PART.destinations).toResolvedValue(
    ({ destinations }) => readDestinations(destinations),
    [PART.config],
  )
  bind(PART.findRoute).toResolvedValue(({ find }) => find, [PART.routes])
  bind(PART.versions).toResolvedValue(
    (config) => new SoapVersions(config.soap.namespaces),
    [PART.config],
  )
  bind(PART.operations).toResolvedValue(
    (config, plugins, engine) =>
      withSchemas(
        () =>
          new OperationTable(plugins, config.soap.validate ? engine : undefined, pathsOf(config)),
      ),
    [PART.config, PART.plugins, PART.schemaEngine],
  )
  bind(PART.policy).toResolvedValue(({ replies }) => new ReplyPolicy(replies), [PART.config])
  bind(PART.handlers).toResolvedValue(
    ({ soap, node, addressing, routing }, plugins, engine) => {
      const own = ownBlocks({ ...routing, addressing: addressing.enabled })
      return withSchemas(
        () => new HandlerTable(own, plugins, soap.validate ? engine : undefined, node.actors),
      )
    },
    [PART.config, PART.plugins, PART.schemaEngine],
  )
  bind(PART.plans).toResolvedValue((config) => new RetryPlans(config), [PART.config])
  bind(PART.processor).toResolvedValue(
    (
      config: Config,
      versions: SoapVersions,
      operations: OperationTable,
      handlers: HandlerTable,
      log: Logger,
      findRoute: FindRoute,
      queue: JobQueue,
      plans: RetryPlans,
      policy: ReplyPolicy,
      destinations: Destinations,
      transports: Transport[],
    ) =>
      new EnvelopeProcessor({
        versions,
        operations,
        handlers,
        log: (exchange, traceId) => log.child({ exchange, traceId }),
        observe: eventLog(log),
        node: config.node.uri,
        actors: new Set(config.node.actors),
        findRoute,
        queue,
        plans,
        policy,
        patience: config.queue.wait,
        send: sendOver({
          transports,
          destinations,
          breakers: new Breakers(destinations.all, eventLog(log)),
          guard: policy.allowsAddress,
        }),
        limits: {
          ...config.limits,
          hops: config.routing.hops ? config.routing.maxHops : undefined,
        },
      }),
    [
      PART.config,
      PART.versions,
      PART.operations,
      PART.handlers,
      PART.log,
      PART.findRoute,
      PART.queue,
      PART.plans,
      PART.policy,
      PART.destinations,
      { serviceIdentifier: PART.transport, isMultiple: true },
    ],
  )
})

const transportModule = new ContainerModule(({ bind }) => {
  bind(PART.transport).toResolvedValue(
    (config, log) => new HttpTransport(config.http, log),
    [PART.config, PART.log],
  )
})

const mailModule = new ContainerModule(({ bind }) => {
  bind(PART.transport).toResolvedValue(
    (config, plugins, log) =>
      withMail(() => {
        const { smtp } = config
        const options = smtpOptions(config, plugins, pathsOf(config))
        const relay = relayOptions(smtp, options)
        return new SmtpTransport(
          options,
          log,
          relay && new SmtpSender(relay),
          undefined,
          mailboxOptions(smtp),
        )
      }),
    [PART.config, PART.plugins, PART.log],
  )
})

/** A password that would travel in the clear is the operator's to mend. */
function withMail(make: () => SmtpTransport): SmtpTransport {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new WaybillError('WAYBILL_CONFIG_INVALID', `smtp: ${error.message}`, { cause: error })
  }
}

/** A schema that does not compile is the operator's to mend. */
function withSchemas<Table>(make: () => Table): Table {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    throw new WaybillError('WAYBILL_SCHEMA_INVALID', `${error.file}: ${error.message}`, {
      cause: error,
    })
  }
}

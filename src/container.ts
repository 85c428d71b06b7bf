/** The composition root: makes every part of a node once, from the configuration, and closes them in order. */
import 'reflect-metadata'
import { Container, ContainerModule, type ServiceIdentifier } from 'inversify'
import { Closing } from './base/closing.js'
import type { Basis, NodeInput } from './compose/basis.js'
import { NODE_BOUNDS, type NodeBounds } from './compose/bounds.js'
import { openJournalBy } from './compose/journal.js'
import {
  makeProcessor,
  makeSending,
  makeTables,
  makeWaysBy,
  observeBy,
  type Sending,
} from './compose/make.js'
import { makeProblems } from './compose/problems.js'
import { DEFAULT_PLANS } from './config/retry.js'
import { evidenceFor } from './evidence/for-node.js'
import type { Observe } from './message/events/events.js'
import type { Finding } from './message/finding.js'
import { attachmentBounds } from './message/spool/index.js'
import { Flow } from './operate/admin/flow/flow.js'
import type { AdminListener } from './operate/admin/listener.js'
import { makeAdmin } from './operate/admin/make.js'
import { Alerts } from './operate/alerts/alerts.js'
import { Counts } from './operate/metrics/event-counters.js'
import type { Metrics } from './operate/metrics/metrics.js'
import { labelNames, openMetrics } from './operate/metrics/open.js'
import type { ProblemList } from './operate/problems/problem-list.js'
import type { Tables, Ways } from './path/parts/parts.js'
import { closePlugins, loadPlugins } from './path/plugins/load.js'
import { makeTransport } from './path/plugins/make-transport.js'
import type { EnvelopeProcessor } from './path/processor.js'
import { Breakers } from './path/routing/breakers.js'
import { type Destinations, readDestinations } from './path/routing/destinations.js'
import { type Routes, routesOf } from './path/routing/routes.js'
import { makeValidator, openEngines } from './path/validation/open.js'
import type { Validator } from './path/validation/validator.js'
import { ConfiguredCredentials } from './security/credentials/credentials.js'
import type { Evidence } from './security/evidence.js'
import { type Guards, makeGuards } from './security/make.js'
import { ReplyPolicy } from './soap/addressing/reply-policy.js'
import { captureFor, type EnvelopeCapture } from './store/journal/capture/capture.js'
import type { Journal } from './store/journal/journal.js'
import { type KeySecrets, openKeySecrets } from './store/journal/keys/secrets.js'
import { openQueue } from './store/queue/open.js'
import type { JobQueue, JobWorker } from './store/queue/queue.js'
import { RetryPlans } from './store/queue/retry-plans.js'
import type { AttachmentBounds, Transport } from './transport.js'

const part = <Type>(name: string): ServiceIdentifier<Type> => Symbol.for(name)

/** What the parts of a node are bound to. */
export const PART = {
  validator: part<Validator>('Validator'),
  tables: part<Tables>('Tables'),
  routes: part<Routes>('Routes'),
  destinations: part<Destinations>('Destinations'),
  observe: part<Observe>('Observe'),
  journal: part<Journal>('Journal'),
  /** The secret of the journal, by which business keys are hashed. */
  secrets: part<KeySecrets>('KeySecrets'),
  /** Undefined if no envelope is kept. */
  capture: part<EnvelopeCapture | undefined>('Capture'),
  counts: part<Counts>('Counts'),
  metrics: part<Metrics>('Metrics'),
  flow: part<Flow>('Flow'),
  /** What messages may have beside their envelopes, and where it is kept. */
  attachments: part<AttachmentBounds>('Attachments'),
  guards: part<Guards>('Guards'),
  credentials: part<ConfiguredCredentials>('Credentials'),
  /** Decides which messages go on to another node; without routes in the configuration, none. */
  policy: part<ReplyPolicy>('ReplyPolicy'),
  plans: part<RetryPlans>('RetryPlans'),
  breakers: part<Breakers>('Breakers'),
  sending: part<Sending>('Sending'),
  ways: part<Ways>('Ways'),
  processor: part<EnvelopeProcessor>('EnvelopeProcessor'),
  /** Bound once for every transport that is used: read with `getAllAsync`. */
  transport: part<Transport>('Transport'),
  worker: part<JobWorker>('JobWorker'),
  queue: part<JobQueue>('JobQueue'),
  evidence: part<Evidence | undefined>('Evidence'),
  admin: part<AdminListener>('AdminListener'),
  alerts: part<Alerts>('Alerts'),
  problems: part<ProblemList>('ProblemList'),
} as const

/** What bounds that no key of the configuration changes are bound to: by the section that they would stand in. */
export const boundsOf = <Bounds = unknown>(section: string) => part<Bounds>(`Bounds of ${section}`)

const ownBounds = <Name extends keyof NodeBounds>(name: Name) => boundsOf<NodeBounds[Name]>(name)

const ALL_TRANSPORTS = { serviceIdentifier: PART.transport, isMultiple: true } as const

/** @param closing  notified of each part that has to be closed */
export function createContainer(basis: Basis, closing: Closing): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  container.load(tableModule(basis, closing), wayModule(basis, closing), workModule(basis, closing))
  return container
}

const tableModule = (basis: Basis, closing: Closing) =>
  new ContainerModule(({ bind }) => {
    for (const [section, bounds] of Object.entries(NODE_BOUNDS)) {
      bind(boundsOf(section)).toConstantValue(bounds)
    }
    bind(PART.validator)
      .toResolvedValue(
        (bounds, observe) => makeValidator({ ...basis, bounds, observe }),
        [ownBounds('soap'), PART.observe],
      )
      .onActivation(closing.of('validator', (validator) => validator.close()))
    bind(PART.tables).toResolvedValue(
      (...made) => makeTables(basis, ...made),
      [PART.validator, ownBounds('limits'), ownBounds('attachments')],
    )
  })

const wayModule = (basis: Basis, closing: Closing) =>
  new ContainerModule(({ bind }) => {
    const { config, transports, log, cut } = basis
    bind(PART.journal)
      .toResolvedValue(openJournalBy(basis), [ownBounds('journal'), PART.secrets])
      .onActivation(closing.of('journal', (journal) => journal.close()))
    bind(PART.secrets)
      .toResolvedValue(() => openKeySecrets(config, log))
      .onActivation(closing.of('secrets', (secrets) => secrets.close()))
    bind(PART.capture)
      .toResolvedValue(
        (bounds, { limits }, journal) => captureFor({ ...config, limits }, bounds, journal, log),
        [ownBounds('journal'), PART.tables, PART.journal],
      )
      .onActivation(closing.of('capture', async (capture) => capture?.close(cut)))
    bind(PART.counts).toResolvedValue(() => new Counts(labelNames(basis)))
    bind(PART.flow).toResolvedValue(() => new Flow(labelNames(basis).operations))
    bind(PART.alerts)
      .toResolvedValue((bounds) => new Alerts(bounds, config.node.uri, log), [ownBounds('alerts')])
      .onActivation(closing.of('alerts', (alerts) => alerts.close()))
    bind(PART.problems)
      .toResolvedValue((bounds) => makeProblems(basis, bounds), [ownBounds('problems')])
      .onActivation(closing.of('problems', (problems) => problems.close()))
    bind(PART.observe).toResolvedValue(
      (journal, counts, flow) => observeBy(log, { journal, counts, flow }),
      [PART.journal, PART.counts, PART.flow],
    )
    bind(PART.guards).toResolvedValue((proofs) => makeGuards(config, proofs), [PART.credentials])
    bind(PART.routes).toResolvedValue(() => routesOf(config, transports))
    bind(PART.destinations).toResolvedValue(() => readDestinations(config.destinations))
    bind(PART.policy).toResolvedValue(() => new ReplyPolicy(config.replies, transports))
    bind(PART.plans).toResolvedValue(() => new RetryPlans(config, DEFAULT_PLANS))
    bind(PART.breakers).toResolvedValue(
      ({ all }, observe) => new Breakers(all, observe),
      [PART.destinations, PART.observe],
    )
    const sending = [ALL_TRANSPORTS, PART.destinations, PART.breakers, PART.policy] as const
    bind(PART.sending).toResolvedValue(makeSending, [...sending])
    const ways = [PART.secrets, PART.routes, PART.policy, PART.plans] as const
    bind(PART.ways).toResolvedValue(makeWaysBy(config), [...ways, PART.sending])
  })

const workModule = (basis: Basis, closing: Closing) =>
  new ContainerModule(({ bind }) => {
    const { config, log, stopping, cut } = basis
    bind(PART.attachments).toResolvedValue(
      (bounds) => attachmentBounds({ ...config.attachments, ...bounds }),
      [ownBounds('attachments')],
    )
    for (const one of basis.transports.used) {
      const bounds = boundsOf(one.module.name)
      bind(bounds).toConstantValue(one.module.bounds)
      const around = [bounds, PART.credentials, PART.observe, PART.attachments] as const
      bind(PART.transport)
        .toResolvedValue(makeTransport(one, basis), [...around])
        .onActivation(closing.of('transport', (transport) => transport.close(cut)))
    }
    bind(PART.credentials)
      .toResolvedValue(
        (bounds) => new ConfiguredCredentials(config.security, bounds, log),
        [ownBounds('security')],
      )
      .onActivation(closing.of('credentials', (credentials) => credentials.close()))
    bind(PART.metrics)
      .toResolvedValue(
        (...[counts, breakers, { spools }, journal, problems]) =>
          openMetrics(basis, { counts, breakers, spools, journal, problems }),
        [PART.counts, PART.breakers, PART.attachments, PART.journal, PART.problems],
      )
      .onActivation(closing.of('metrics', async (metrics) => metrics.close()))
    const shown = [PART.flow, PART.metrics, PART.journal, PART.observe, PART.problems] as const
    const onward = [PART.tables, PART.routes, PART.destinations, PART.breakers] as const
    bind(PART.admin)
      .toResolvedValue(
        (...[bounds, flow, metrics, journal, observe, problems, ...ways]) =>
          makeAdmin(basis, { bounds, flow, metrics, journal, observe, problems }, ways),
        [ownBounds('admin'), ...shown, ...onward],
      )
      .onActivation(closing.of('admin', (admin) => admin.close(cut)))
    bind(PART.queue)
      .toResolvedValue((bounds) => openQueue(config, bounds, log, stopping), [ownBounds('queue')])
      .onActivation(closing.of('queue', (queue) => queue.close()))
    bind(PART.evidence)
      .toResolvedValue(
        (bounds, guards, heads) => evidenceFor(config, bounds, { ...guards, heads }, log),
        [ownBounds('security.evidence'), PART.guards, PART.queue],
      )
      .onActivation(closing.of('evidence', async (evidence) => evidence?.close()))
    const path = [PART.tables, PART.ways, PART.guards, PART.evidence] as const
    const processing = [PART.queue, ...path, PART.observe, PART.attachments, PART.capture] as const
    bind(PART.processor)
      .toResolvedValue(
        (...[queue, tables, ways, guards, evidence, observe, { spools }, capture]) =>
          makeProcessor(basis, { queue, tables, ways, guards, evidence, observe, spools, capture }),
        [...processing],
      )
      .onActivation(closing.of('processor', (processor) => processor.close(cut)))
    bind(PART.worker)
      .toResolvedValue((processor) => processor.work(config.queue.concurrency), [PART.processor])
      .onActivation(closing.of('worker', (worker) => worker.close(cut)))
  })

/** What is made before anything is opened. */
const madeBy = (container: Container) => ({
  tables: container.get(PART.tables),
  routes: container.get(PART.routes),
  destinations: container.get(PART.destinations),
  policy: container.get(PART.policy),
  plans: container.get(PART.plans),
  breakers: container.get(PART.breakers),
  guards: container.get(PART.guards),
  credentials: container.get(PART.credentials),
  admin: container.get(PART.admin),
  alerts: container.get(PART.alerts),
  problems: container.get(PART.problems),
  metrics: container.get(PART.metrics),
  journal: container.get(PART.journal),
  secrets: container.get(PART.secrets),
  spools: container.get(PART.attachments).spools,
  queueBounds: container.get(ownBounds('queue')),
  alertBounds: container.get(ownBounds('alerts')),
  loopBounds: container.get(ownBounds('event-loop')),
})

/** The parts of a node; what opens something does so when it is asked for. */
export interface NodeParts
  extends Pick<Basis, 'config' | 'transports' | 'plugins'>,
    Readonly<ReturnType<typeof madeBy>> {
  /** What was found while the parts were made, which stands in the log. */
  readonly findings: readonly Finding[]
  readonly listeners: readonly Transport[]
  queue(): Promise<JobQueue>
  processor(): Promise<EnvelopeProcessor>
  worker(): Promise<JobWorker>
  evidence(): Promise<Evidence | undefined>
  /** Closes what was made; then come the plugins. */
  close(): Promise<void>
  closePlugins(): Promise<void>
}

/** Binds other parts before any is made, as tests do. */
export type Rebind = (container: Container) => void

type Input = NodeInput & { readonly rebind?: Rebind | undefined }

/**
 * Makes what a node needs before anything is opened: a conflict or a broken schema is found first.
 *
 * @throws WaybillError
 */
export async function makeParts(input: Input): Promise<NodeParts> {
  const { folder, pluginLog, rebind, ...rest } = input
  const { config, transports, log } = rest
  const engines = await openEngines(config.soap, log)
  const plugins = await loadPlugins(config.plugins, folder, pluginLog)
  const closing = new Closing()
  const container = createContainer({ ...rest, ...engines, plugins }, closing)
  rebind?.(container)
  const letGo = () =>
    closePlugins(plugins, (err, plugin) => log.error({ err, plugin }, 'the plugin failed to close'))
  try {
    return {
      config,
      transports,
      plugins,
      findings: engines.findings,
      ...madeBy(container),
      listeners: await container.getAllAsync(PART.transport),
      queue: () => container.getAsync(PART.queue),
      processor: () => container.getAsync(PART.processor),
      worker: () => container.getAsync(PART.worker),
      evidence: () => container.getAsync(PART.evidence),
      close: () => closing.close(),
      closePlugins: letGo,
    }
  } catch (error) {
    await closing.close().then(letGo)
    throw error
  }
}

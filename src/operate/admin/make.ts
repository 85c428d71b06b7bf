/** Makes the admin listener of a node, with all that it serves. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wallTime } from '../../base/time.js'
import { packageVersion } from '../../base/version.js'
import { type Config, configSchema } from '../../config/schema.js'
import type { Shown as Names } from '../../config/secrets.js'
import type { Observe } from '../../message/events/events.js'
import type { Tables } from '../../path/parts/parts.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { Breakers } from '../../path/routing/breakers.js'
import type { Destinations } from '../../path/routing/destinations.js'
import type { Routes } from '../../path/routing/routes.js'
import type { KeySetLog } from '../../security/credentials/key-set.js'
import { StateToken } from '../../security/credentials/state-token.js'
import type { Journal } from '../../store/journal/journal.js'
import type { OtherNode } from '../../store/journal/nodes/remote.js'
import { WithNodes } from '../../store/journal/nodes/with-nodes.js'
import type { Metrics } from '../metrics/metrics.js'
import { Access } from './access/access.js'
import type { AccessBounds } from './access/bounds.js'
import { changeResources } from './dead/change.js'
import { downAmong } from './dead/down.js'
import { deadGroupsResource } from './dead/groups.js'
import { deadResources } from './dead/look.js'
import { type CircuitsOf, shownUrl } from './destinations/states.js'
import { EventStreams } from './events/stream.js'
import { Tail } from './events/tail.js'
import { Backlog } from './flow/backlog.js'
import type { Flow } from './flow/flow.js'
import { FlowHistory } from './flow/history.js'
import { InEffect } from './in-effect.js'
import { AdminListener } from './listener.js'
import type { ListenerLog } from './make-app.js'
import { ConfigNow } from './node-page/config-now.js'
import { Machine } from './node-page/machine.js'
import { OwnCertificates } from './node-page/own-certificates.js'
import { nodePageResources } from './node-page/resources.js'
import { only } from './only.js'
import { Catalogue } from './operations/catalogue.js'
import { operationResources } from './operations/resources.js'
import { causesResource } from './resources/causes.js'
import { ContentsRead } from './resources/contents-read.js'
import { destinationResources } from './resources/destinations.js'
import { exchangeResources } from './resources/exchanges.js'
import { flowResource, MAX_LINES } from './resources/flow.js'
import { jobsResource } from './resources/jobs.js'
import { nodeResource } from './resources/node.js'
import { described } from './resources/openapi.js'
import { peersResource } from './resources/peers.js'
import { problemsResource, type ShownProblems } from './resources/problems.js'
import { queueResources } from './resources/queue.js'
import { serveLinks, sessionResources } from './resources/session.js'
import { topologyResource } from './resources/topology.js'
import { AdminTls } from './secure.js'
import type { AdminSources, LiveNode } from './sources.js'

/** Where the build puts the console. */
const CONSOLE = fileURLToPath(new URL('../../../console/', import.meta.url))

/** The part of a node's configuration that it describes. */
interface AdminOptions extends LiveNode {
  readonly config: Config
  readonly transports: Transports
  readonly log: ListenerLog & KeySetLog
  readonly plugins: readonly { readonly name: string }[]
  /** Default: every secret stands in the configuration itself. */
  readonly references?: Names | undefined
}

/** The parts of the node that it describes. */
interface Shown {
  readonly bounds: AccessBounds
  readonly flow: Flow
  readonly metrics: Metrics
  readonly journal: Journal
  readonly observe: Observe
  readonly problems: ShownProblems
}

/** What messages meet there, and where they go on to. */
type Ways = readonly [Tables, Routes, Destinations, Breakers]

export function makeAdmin(
  { config, plugins, transports, log, recentLines, references, ...live }: AdminOptions,
  { bounds, flow, metrics, journal, observe, problems }: Shown,
  [tables, routes, destinations, breakers]: Ways,
): AdminListener {
  const { uri, role } = config.node
  const sources: AdminSources = {
    ...live,
    recentLines,
    journal,
    otherNodes: config.journal.nodes,
    observe,
    facts: {
      uri,
      role,
      version: packageVersion(),
      started: wallTime(),
      plugins: plugins.map(({ name }) => name),
      journal: config.journal.enabled,
    },
  }
  const contracts = tables.descriptions?.contracts({ publicOnly: false }) ?? new Map()
  const catalogue = new Catalogue(contracts, tables.operations.all)
  const local = new StateToken(config.stateDir, log)
  const access = new Access(config, bounds, local, log)
  const backlog = new Backlog(() => sources.queueNow()?.admin)
  const history = new FlowHistory({
    counts: flow.minute,
    store: journal.minutes,
    waiting: () => backlog.last?.waiting ?? null,
    version: packageVersion(),
    most: MAX_LINES,
  })
  const contents = new ContentsRead(observe)
  const streams = new EventStreams(...tailsOf(sources, log))
  const inEffect = new InEffect({ config, transports, routes, destinations })
  const schema = configSchema(transports.all.map(({ module }) => module))
  const now = new ConfigNow(config, schema, references)
  const machine = new Machine(now)
  const page = { now, machine, certificates: new OwnCertificates(now), lines: recentLines }
  const { tls } = config.admin
  const downOf = downAmong(() => inEffect.ways.destinations, circuitsBy(breakers))
  return new AdminListener(config.admin, sources.readiness, log, {
    check: access.check,
    secure: tls && new AdminTls(tls),
    reload(next) {
      const { changed, apply } = access.reload(next.config)
      return {
        changed,
        apply() {
          apply()
          inEffect.use(next)
          streams.askAgain()
        },
      }
    },
    reloaded(done) {
      now.reloaded(done)
      history.reloaded(done.changed)
    },
    identify: access.identify,
    addressOf: access.addressOf,
    files: CONSOLE,
    resources: described(
      [
        nodeResource(sources),
        ...nodePageResources(page),
        flowResource(flow, backlog, history),
        ...exchangeResources(sources, contents),
        causesResource(sources),
        ...deadResources(sources, contents),
        deadGroupsResource(sources, downOf),
        ...changeResources(sources, downOf),
        ...queueResources(sources, backlog),
        jobsResource(sources),
        ...operationResources(sources, catalogue, (name) => !transports.areMessages(name)),
        problemsResource(problems),
        topologyResource(sources, () => inEffect.ways, {
          breakers,
          operations: [...new Set(tables.operations.all.map(({ operation }) => operation.name))],
          transportOf: (url) => transports.of(url)?.module.name,
        }),
        ...destinationResources(sources, () => inEffect.ways.destinations, circuitsBy(breakers)),
        peersResource(() => inEffect.peers()),
        ...sessionResources(access, sources.observe),
      ],
      sources.facts.version,
    ),
    more: (app, identify) => {
      streams.serve(app, identify)
      serveLinks(app, access, sources.observe)
      serveMetrics(app, metrics, access.admitMetrics)
    },
    running: [local, backlog, history, machine, streams],
  })
}

/** As the breakers of this node have them. */
function circuitsBy(breakers: Breakers): CircuitsOf {
  return ({ name }) =>
    breakers.circuitsOf(name).map(({ url, circuit }) => {
      const shown = shownUrl(url)
      if (!circuit) return { url: shown, state: 'closed' }
      const { trying, next, cause } = circuit
      return { url: shown, state: trying ? 'trying' : 'open', next, cause }
    })
}

/** What happens here, and what happens at all nodes that this one is notified of. */
function tailsOf({ journal, otherNodes }: AdminSources, log: AdminOptions['log']) {
  const own = new Tail(journal)
  if (otherNodes.length === 0) return [own, own] as const
  const silent = ({ name }: OtherNode, cause: string) =>
    log.warn({ node: name, cause }, 'what happens at another node is not shown here')
  const all = new WithNodes(journal, { nodes: otherNodes, deadline: 0, silent })
  return [own, new Tail(all)] as const
}

const METRICS = '/metrics'

/**
 * `/metrics`, for who may see it.
 *
 * @param admit  throws Refused for who may not
 */
function serveMetrics(
  app: FastifyInstance,
  metrics: Pick<Metrics, 'text'>,
  admit: (request: FastifyRequest) => Promise<void>,
): void {
  app.get(METRICS, async (request, reply) => {
    await admit(request)
    const { contentType, body } = await metrics.text()
    return reply.header('content-type', contentType).send(body)
  })
  only(app, METRICS, ['GET'])
}

/** Makes the admin listener of a node, with all that it serves. */
import { fileURLToPath } from 'node:url'
import { packageVersion } from '../base/version.js'
import type { Config } from '../config/schema.js'
import type { Metrics } from '../metrics/metrics.js'
import type { KeySetLog } from '../security/credentials/key-set.js'
import { Access } from './access/access.js'
import { EventStreams } from './events/stream.js'
import { Tail } from './events/tail.js'
import { Backlog } from './flow/backlog.js'
import type { Flow } from './flow/flow.js'
import { AdminListener } from './listener.js'
import type { ListenerLog } from './make-app.js'
import { serveMetrics } from './metrics.js'
import { deadResources } from './resources/dead.js'
import { exchangeResources } from './resources/exchanges.js'
import { flowResource } from './resources/flow.js'
import { nodeResource } from './resources/node.js'
import { sessionResources } from './resources/session.js'
import type { AdminSources } from './sources.js'

/** Where the build puts the console. */
const CONSOLE = fileURLToPath(new URL('../../console/', import.meta.url))

/** The part of a node's configuration that it tells of. */
interface Told {
  readonly config: Pick<Config, 'admin' | 'node'>
  readonly plugins: readonly { readonly name: string }[]
}

export function makeAdmin(
  { config, plugins }: Told,
  parts: Omit<AdminSources, 'facts'>,
  flow: Flow,
  metrics: Metrics | undefined,
  log: ListenerLog & KeySetLog,
): AdminListener {
  const { uri, role } = config.node
  const sources: AdminSources = {
    ...parts,
    facts: {
      uri,
      role,
      version: packageVersion(),
      started: Date.now(),
      plugins: plugins.map(({ name }) => name),
    },
  }
  const access = new Access(config.admin, log)
  const backlog = new Backlog(() => sources.queueNow()?.admin)
  const streams = new EventStreams(new Tail(sources.journal))
  return new AdminListener(config.admin, sources.readiness, log, {
    check: access.check,
    identify: access.identify,
    files: CONSOLE,
    resources: [
      nodeResource(sources),
      flowResource(flow, backlog),
      ...exchangeResources(sources),
      ...deadResources(sources),
      ...sessionResources(access, sources.observe),
    ],
    more: (app, identify) => {
      streams.serve(app, identify)
      if (metrics) serveMetrics(app, metrics, access.admitMetrics)
    },
    running: [backlog, streams],
  })
}

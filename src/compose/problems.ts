/** Makes the list of problems of a node, and gives it its sources by the configuration that is in effect. */
import type { Log } from '../base/log.js'
import type { Reloading } from '../base/reloading.js'
import { randomId } from '../base/time.js'
import type { Config } from '../config/schema.js'
import type { Readiness } from '../operate/admin/health.js'
import type { Alerts } from '../operate/alerts/alerts.js'
import type { LoopBounds } from '../operate/event-loop/bounds.js'
import type { Configured } from '../operate/findings/examined.js'
import type { FindingLog } from '../operate/findings/finding-log.js'
import type { Metrics } from '../operate/metrics/metrics.js'
import { KeptProblems } from '../operate/problems/kept-problems.js'
import { type ProblemBounds, ProblemList } from '../operate/problems/problem-list.js'
import { problemLog, Reporting } from '../operate/problems/reporting.js'
import {
  configuredSources,
  type Looked,
  lastingSources,
  type NodeNow,
} from '../operate/problems/sources/all.js'
import { StoreClaim } from '../operate/problems/store-claim.js'
import type { LoadedPlugin } from '../path/plugins/loaded.js'
import type { Breakers } from '../path/routing/breakers.js'
import type { Journal } from '../store/journal/journal.js'
import type { QueueBounds } from '../store/queue/bounds.js'
import type { JobQueue } from '../store/queue/queue.js'
import type { Spools, Transport } from '../transport.js'
import { takesAttachments } from './takes-attachments.js'

interface Made {
  readonly config: Pick<Config, 'node' | 'stateDir'>
  readonly log: Pick<Log, 'info' | 'warn'>
}

export function makeProblems(
  { config: { node, stateDir }, log }: Made,
  bounds: ProblemBounds,
): ProblemList {
  return new ProblemList(node.uri, new KeptProblems(stateDir, node.role, log), log, bounds)
}

/** The parts of a node in which problems are looked for. */
interface NodeParts extends Configured {
  readonly problems: ProblemList
  readonly listeners: readonly Transport[]
  readonly plugins: readonly LoadedPlugin[]
  readonly breakers: Breakers
  readonly journal: Journal
  readonly spools: Spools
  readonly queueBounds: QueueBounds
  readonly alertBounds: { readonly full: number }
  readonly loopBounds: LoopBounds
  readonly metrics: Pick<Metrics, 'certificates'>
}

/** @returns gets ready to look for the problems of a node with a configuration */
export function followProblems(
  parts: NodeParts,
  now: NodeNow,
  findings: Pick<FindingLog, 'more'>,
): (configured: Configured) => Reloading {
  const { problems, config, listeners, breakers, journal, spools, queueBounds, plugins } = parts
  const looked: Looked = {
    now,
    config,
    transports: listeners,
    breakers,
    journal,
    spools: takesAttachments(plugins) ? spools : undefined,
    queueBounds,
    full: parts.alertBounds.full,
    findings,
    metrics: parts.metrics,
    severe: parts.loopBounds.severe,
  }
  const lasting = lastingSources(looked)
  return (configured) => ({
    changed: [],
    apply: () => problems.use([...lasting, ...configuredSources(looked, configured)]),
  })
}

/** Has problems in the log and in alerts: those that nodes of a queue share by one of them. */
export function reportProblems(
  { problems, alerts }: { readonly problems: ProblemList; readonly alerts: Alerts },
  queue: () => JobQueue | undefined,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Reporting {
  const reporting = new Reporting(new StoreClaim(queue, randomId()), [problemLog(log), alerts.hear])
  problems.listen(reporting.hear)
  reporting.start()
  return reporting
}

/** Whether a node takes messages now, by its problems: those that may stop it are looked for again. */
export async function readinessBy(problems: ProblemList): Promise<Readiness> {
  await problems.look(({ acceptance = false }) => acceptance)
  const { problems: all } = problems
  return { ready: !all.some(({ stopsAcceptance }) => stopsAcceptance), problems: all }
}

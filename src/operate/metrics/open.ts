/** Makes the metrics of a node: what they count by, and where they ask. */
import { tmpdir } from 'node:os'
import type { Config } from '../../config/schema.js'
import type { LoadedPlugin } from '../../path/plugins/loaded.js'
import type { Transports } from '../../path/plugins/transports.js'
import type { Breakers } from '../../path/routing/breakers.js'
import type { Journal } from '../../store/journal/journal.js'
import type { JobQueue } from '../../store/queue/queue.js'
import type { Spools } from '../../transport.js'
import type { ProblemList } from '../problems/problem-list.js'
import type { MeasuredFolder } from './disks.js'
import type { Counts, LabelNames } from './event-counters.js'
import { Metrics } from './metrics.js'

/** What a node is made from. */
interface MetricsOptions {
  readonly config: Config
  readonly transports: Transports
  readonly plugins: readonly LoadedPlugin[]
  readonly queueNow: () => JobQueue | undefined
}

/** The parts of a node that they describe. */
interface Measured {
  readonly counts: Counts
  readonly breakers: Breakers
  readonly spools: Spools
  readonly journal: Journal
  readonly problems: Pick<ProblemList, 'problems'>
}

export function openMetrics(
  { config, queueNow }: MetricsOptions,
  { counts, breakers, spools, journal, problems }: Measured,
): Metrics {
  return new Metrics(counts, {
    role: config.node.role,
    queueStats: () => queueNow()?.admin.stats(),
    journalStats: () => (config.journal.enabled ? journal.stats() : undefined),
    breakers: () => breakers.named,
    spooled: () => spools.onDisk,
    problems: () => problems.problems,
    folders: foldersOf(config),
  })
}

function foldersOf({ stateDir, attachments, security }: Config): readonly MeasuredFolder[] {
  const { folder: evidence } = security.evidence
  return [
    { folder: 'state', path: stateDir },
    { folder: 'attachments', path: attachments.folder ?? tmpdir() },
    ...(evidence === undefined ? [] : [{ folder: 'evidence', path: evidence }]),
  ]
}

/** The names that labels may have: those of the configuration and of plugins. */
export function labelNames({
  transports,
  plugins,
}: Pick<MetricsOptions, 'transports' | 'plugins'>): LabelNames {
  // Whether they are used or not: a message from the queue may have come over any.
  const modules = transports.all.map(({ module }) => module)
  return {
    transports: modules.map(({ name }) => name),
    operations: plugins.flatMap(({ definition }) =>
      (definition.operations ?? []).map(({ name }) => name),
    ),
    schemes: new Map(
      modules.flatMap(({ name, schemes }) => schemes.map((scheme) => [scheme, name] as const)),
    ),
  }
}

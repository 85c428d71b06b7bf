/** All sources of problems: a new one is a file beside this, and a line here. */
import type { Config } from '../../../config/schema.js'
import type { Journal } from '../../../store/journal/journal.js'
import type { QueueBounds } from '../../../store/queue/bounds.js'
import type { Transport } from '../../../transport.js'
import type { Held } from '../../event-loop/loop-watch.js'
import { findInDates } from '../../findings/dates.js'
import { type Configured, certificatesOf } from '../../findings/examined.js'
import type { FindingLog } from '../../findings/finding-log.js'
import { merged } from '../../findings/findings.js'
import type { CertificateItem } from '../../findings/items.js'
import type { ProblemSource } from '../problem.js'
import { certificates } from './certificates.js'
import { clock } from './clock.js'
import { deadLetters } from './dead-letters.js'
import { destinationsDown, type OpenCircuit } from './destinations.js'
import { disks, foldersOf } from './disks.js'
import { eventLoop } from './event-loop.js'
import { journalKept } from './journal.js'
import { attachmentsKept, evidenceKept } from './kept-beside.js'
import { memory } from './memory.js'
import { type NodeState, nodeState } from './node-state.js'
import { queueAvailable } from './queue-available.js'
import { queueLoad } from './queue-load.js'
import { type QueueNow, QueueReadings } from './queue-readings.js'
import { ofTransports } from './transports.js'

interface Probed {
  probe(): Promise<void>
}

/** The node as it is now. */
export interface NodeNow extends QueueNow {
  readonly state: () => NodeState
  /** Undefined before it is open, and where no policy asks for any. */
  readonly evidence: () => Probed | undefined
  /** By what the event loop was held lately. */
  readonly held: () => readonly Held[]
}

/** What sources look at, which stays the same when the configuration changes. */
export interface Looked {
  readonly now: NodeNow
  readonly config: Config
  readonly transports: readonly Transport[]
  readonly breakers: { readonly circuits: readonly OpenCircuit[] }
  readonly journal: Journal
  /** Undefined where no operation takes attachments. */
  readonly spools: Probed | undefined
  readonly queueBounds: QueueBounds
  /** Percent of a bound from which on something is nearly full. */
  readonly full: number
  readonly findings: Pick<FindingLog, 'more'>
  /** Gets the certificates each time that they are read. */
  readonly metrics: { certificates(read: readonly CertificateItem[]): void }
  /** Milliseconds from which on an event loop that was held is an error. */
  readonly severe: number
}

/** Made once: they remember what they have seen. */
export function lastingSources(looked: Looked): readonly ProblemSource[] {
  const { now, config, transports, breakers, journal, spools, queueBounds, full, severe } = looked
  const { acknowledge } = queueBounds
  const readings = new QueueReadings(now, acknowledge)
  return [
    nodeState(now.state),
    queueAvailable(readings),
    evidenceKept(now.evidence, acknowledge),
    attachmentsKept(() => spools, acknowledge),
    queueLoad(readings, { ...config.queue, ...queueBounds }, full),
    deadLetters(readings),
    destinationsDown(
      () => breakers.circuits,
      () => now.queue()?.admin,
    ),
    ...(config.journal.enabled ? [journalKept(journal)] : []),
    ofTransports(transports),
    clock(),
    eventLoop(now.held, severe),
    memory(),
  ]
}

/** Made for each configuration. */
export function configuredSources(
  { full, findings, metrics }: Looked,
  configured: Configured,
): readonly ProblemSource[] {
  return [
    disks(foldersOf(configured.config), full),
    certificates(configured, (examined) => {
      metrics.certificates(certificatesOf(examined.items))
      findings.more(merged(findInDates(examined)))
    }),
  ]
}

/** The metrics of a node as Prometheus reads them. */
import { Registry } from 'prom-client'
import { Reading } from '../../base/reading.js'
import { packageVersion } from '../../base/version.js'
import type { JournalStats } from '../../store/journal/journal.js'
import type { QueueStats } from '../../store/queue/admin.js'
import type { CertificateItem } from '../findings/items.js'
import type { Problem } from '../problems/problem.js'
import { LoopDelay } from '../process/loop-delay.js'
import { endSamples } from './certificates.js'
import { exposeDisks, type MeasuredFolder } from './disks.js'
import type { Counts } from './event-counters.js'
import { expose, exposeSpread, only, type Sample } from './exposed.js'
import { BOUNDS } from './histogram.js'
import { problemSamples } from './problems.js'
import { exposeProcess } from './process.js'

/** What is asked at a scrape, beside what was counted. */
export interface Sources {
  readonly role: string
  /** Undefined as long as there is no queue. */
  queueStats(): Promise<QueueStats> | undefined
  /** Undefined where there is no journal. */
  journalStats(): Promise<JournalStats> | undefined
  /** The breakers of the configuration's destinations. */
  breakers(): readonly { readonly destination: string; readonly open: boolean }[]
  /** Bytes of attachments on disk. */
  spooled(): number
  /** The worst first. */
  problems(): readonly Problem[]
  /** That the node writes to. */
  readonly folders: readonly MeasuredFolder[]
}

export interface MetricsText {
  readonly contentType: string
  readonly body: string
}

const STATES = ['waiting', 'delayed', 'suspended', 'running', 'done', 'dead'] as const

export class Metrics {
  readonly #counts: Counts
  readonly #registry = new Registry()
  readonly #loop = new LoopDelay()
  readonly #queue: Reading<QueueStats>
  readonly #journal: Reading<JournalStats>
  readonly #lookAtProcess: () => Promise<void>
  readonly #lookAtDisks: () => Promise<void>
  #certificates: readonly CertificateItem[] = []

  constructor(counts: Counts, sources: Sources) {
    this.#counts = counts
    this.#queue = new Reading(sources.queueStats)
    this.#journal = new Reading(sources.journalStats)
    this.#exposeCounts()
    this.#exposeQueue()
    this.#exposeJournal()
    this.#exposeNode(sources)
    this.#lookAtProcess = exposeProcess(this.#registry)
    this.#lookAtDisks = exposeDisks(this.#registry, sources.folders)
  }

  /** Those of the configuration, each time that they are read. */
  certificates(read: readonly CertificateItem[]): void {
    this.#certificates = read
  }

  /** All that is known now; what cannot be asked is left out. */
  async text(): Promise<MetricsText> {
    const looks = [this.#lookAtProcess(), this.#lookAtDisks()]
    await Promise.all([this.#queue.look(), this.#journal.look(), ...looks])
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() }
  }

  close(): void {
    this.#loop.close()
  }

  #exposeCounts(): void {
    const registry = this.#registry
    const { exchanges, jobs, verdicts, refusals, connections, opinions } = this.#counts
    expose(registry, 'waybill_exchanges_total', () => exchanges.outcomes)
    expose(registry, 'waybill_faults_total', () => exchanges.faults)
    exposeSpread(registry, 'waybill_exchange_duration_seconds', BOUNDS, () => exchanges.times)
    expose(registry, 'waybill_received_bytes_total', () => exchanges.sum('received'))
    expose(registry, 'waybill_answered_bytes_total', () => exchanges.sum('answered'))
    expose(registry, 'waybill_attachments_total', () => exchanges.sum('attachments'))
    expose(registry, 'waybill_security_verdicts_total', () => verdicts.samples)
    expose(registry, 'waybill_refusals_total', () => refusals.samples)
    expose(registry, 'waybill_connections_refused_total', () => connections.samples)
    expose(registry, 'waybill_messages_total', () => this.#counts.messages)
    expose(registry, 'waybill_jobs_total', () => jobs.samples)
    exposeSpread(registry, 'waybill_job_duration_seconds', BOUNDS, () => this.#counts.attempts)
    expose(registry, 'waybill_second_opinions_total', () => opinions.samples)
  }

  #exposeQueue(): void {
    const registry = this.#registry
    const queue = this.#queue
    expose(registry, 'waybill_queue_up', () => only(queue.value ? 1 : 0))
    expose(registry, 'waybill_queue_jobs', () => statesOf(queue.value))
    expose(registry, 'waybill_queue_oldest_seconds', () =>
      only(queue.value && (queue.value.oldest ?? 0) / 1000),
    )
    expose(registry, 'waybill_queue_oldest_undelivered_seconds', () =>
      only(queue.value && (queue.value.oldestUndelivered ?? 0) / 1000),
    )
    expose(registry, 'waybill_queue_paused', () => only(queue.value && Number(queue.value.paused)))
  }

  #exposeJournal(): void {
    const registry = this.#registry
    const journal = this.#journal
    expose(registry, 'waybill_journal_entries', () => only(journal.value?.entries))
    expose(registry, 'waybill_journal_bytes', () => only(journal.value?.bytes))
    expose(registry, 'waybill_journal_lost_total', () => only(journal.value?.lost))
  }

  #exposeNode({ role, breakers, spooled, problems }: Sources): void {
    const registry = this.#registry
    const labels = { version: packageVersion(), nodejs: process.versions.node, role }
    expose(registry, 'waybill_breaker_open', () =>
      breakers().map(({ destination, open }) => ({ labels: { destination }, value: Number(open) })),
    )
    expose(registry, 'waybill_problem', () => problemSamples(problems()))
    expose(registry, 'waybill_certificate_end_timestamp_seconds', () =>
      endSamples(this.#certificates),
    )
    expose(registry, 'waybill_spool_bytes', () => only(spooled()))
    expose(registry, 'waybill_event_loop_delay_seconds', () => delaysIn(this.#loop))
    expose(registry, 'waybill_build_info', () => [{ labels, value: 1 }])
  }
}

function statesOf(stats: QueueStats | undefined): readonly Sample[] {
  return stats ? STATES.map((state) => ({ labels: { state }, value: stats[state] })) : []
}

/** What was measured since the last scrape. */
function delaysIn(loop: LoopDelay): readonly Sample[] {
  const { delays } = loop
  if (!delays) return []
  loop.reset()
  return Object.entries(delays).map(([statistic, value]) => ({ labels: { statistic }, value }))
}

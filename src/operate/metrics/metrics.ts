/** The metrics of a node as Prometheus reads them. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Registry } from 'prom-client'
import { Reading } from '../../base/reading.js'
import { packageVersion } from '../../base/version.js'
import type { JournalStats } from '../../store/journal/journal.js'
import type { QueueStats } from '../../store/queue/admin.js'
import type { Counts } from './event-counters.js'
import { expose, exposeSpread, only, type Sample } from './exposed.js'
import { BOUNDS } from './histogram.js'
import { exposeProcess } from './process.js'

/** The circuit of a destination, or of one of its addresses. */
interface BreakerState {
  readonly destination: string
  /** Undefined for the only one. */
  readonly to?: string | undefined
  readonly open: boolean
}

/** What is asked at a scrape, beside what was counted. */
export interface Sources {
  readonly role: string
  /** Undefined as long as there is no queue. */
  queueStats(): Promise<QueueStats> | undefined
  /** Undefined where there is no journal. */
  journalStats(): Promise<JournalStats> | undefined
  /** The breakers of the configuration's destinations. */
  breakers(): readonly BreakerState[]
  /** Bytes of attachments on disk. */
  spooled(): number
}

export interface MetricsText {
  readonly contentType: string
  readonly body: string
}

const STATES = ['waiting', 'delayed', 'suspended', 'running', 'done', 'dead'] as const

export class Metrics {
  readonly #counts: Counts
  readonly #registry = new Registry()
  readonly #loop = new EventLoop()
  readonly #queue: Reading<QueueStats>
  readonly #journal: Reading<JournalStats>
  readonly #lookAtProcess: () => Promise<void>

  constructor(counts: Counts, sources: Sources) {
    this.#counts = counts
    this.#queue = new Reading(sources.queueStats)
    this.#journal = new Reading(sources.journalStats)
    this.#exposeCounts()
    this.#exposeQueue()
    this.#exposeJournal()
    this.#exposeNode(sources)
    this.#lookAtProcess = exposeProcess(this.#registry)
  }

  /** All that is known now; what cannot be asked is left out. */
  async text(): Promise<MetricsText> {
    await Promise.all([this.#queue.look(), this.#journal.look(), this.#lookAtProcess()])
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
    expose(registry, 'waybill_queue_paused', () => only(queue.value && Number(queue.value.paused)))
  }

  #exposeJournal(): void {
    const registry = this.#registry
    const journal = this.#journal
    expose(registry, 'waybill_journal_entries', () => only(journal.value?.entries))
    expose(registry, 'waybill_journal_bytes', () => only(journal.value?.bytes))
    expose(registry, 'waybill_journal_lost_total', () => only(journal.value?.lost))
  }

  #exposeNode({ role, breakers, spooled }: Sources): void {
    const registry = this.#registry
    const labels = { version: packageVersion(), nodejs: process.versions.node, role }
    expose(registry, 'waybill_breaker_open', () =>
      breakers().map(({ destination, to, open }) => ({
        labels: { destination, ...(to !== undefined && { to }) },
        value: Number(open),
      })),
    )
    expose(registry, 'waybill_spool_bytes', () => only(spooled()))
    expose(registry, 'waybill_event_loop_delay_seconds', () => this.#loop.read())
    expose(registry, 'waybill_build_info', () => [{ labels, value: 1 }])
  }
}

function statesOf(stats: QueueStats | undefined): readonly Sample[] {
  return stats ? STATES.map((state) => ({ labels: { state }, value: stats[state] })) : []
}

/** Milliseconds between two looks: as exact as is needed, and no load. */
const EVERY = 20
const NANO = 1e-9

/** Measures how late the event loop comes round, from one scrape to the next. */
class EventLoop {
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: EVERY })

  constructor() {
    this.#delays.enable()
  }

  /** What has been since it was asked last. */
  read(): readonly Sample[] {
    const { mean, max, count } = this.#delays
    if (count === 0) return []
    const statistics = { mean, p50: this.#percentile(50), p99: this.#percentile(99), max }
    this.#delays.reset()
    // The time between two looks is measured, the one that was asked for included.
    return Object.entries(statistics).map(([statistic, nanoseconds]) => ({
      labels: { statistic },
      value: Math.max(0, nanoseconds * NANO - EVERY / 1000),
    }))
  }

  close(): void {
    this.#delays.disable()
  }

  #percentile(percent: number): number {
    return this.#delays.percentile(percent)
  }
}

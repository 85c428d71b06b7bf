/** The JSON of what flows through a node. */
import type { QueueStats } from '../../store/queue/admin.js'

/** GET /api/flow?window=15m|1h|1d|1w: what flowed through this node, in steps. */
export interface FlowView {
  readonly window: '15m' | '1h' | '1d' | '1w'
  /** Whether a journal is kept: without one there is the last quarter of an hour only. */
  readonly kept: boolean
  /** Milliseconds of a step. */
  readonly step: number
  /** Milliseconds since 1970, of the end of the last step. */
  readonly at: number
  /** The busiest first. */
  readonly lines: readonly FlowLine[]
  readonly backlog: readonly (number | null)[]
  /** Oldest first. */
  readonly marks: readonly MarkView[]
  /** Over the whole of an hour, a day or a week; undefined for the last quarter of an hour. */
  readonly durations?: DurationsView | undefined
  readonly queue: QueueStats | undefined
}

/** Percentiles in milliseconds; null if nothing came. */
export interface DurationsView {
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

/** When the node started, stopped, or took over another configuration. */
export interface MarkView {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: 'start' | 'reload' | 'stop'
  /** The version that started, or the keys that changed. */
  readonly text: string
}

/** Of one transport and operation; the lists have a number for each step, oldest first. */
export interface FlowLine {
  readonly transport: string
  readonly operation: string | undefined
  readonly count: readonly number[]
  /** `clientFaults` and `serverFaults`. */
  readonly failed: readonly number[]
  /** Faults of senders, and what was refused before it was a message. */
  readonly clientFaults: readonly number[]
  /** Faults of this node, of its operations, and attempts of jobs that failed. */
  readonly serverFaults: readonly number[]
  /** Milliseconds; null where nothing came. */
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly p99: readonly (number | null)[]
  /** Over the whole of an hour, a day or a week; undefined for the last quarter of an hour. */
  readonly durations?: DurationsView | undefined
}

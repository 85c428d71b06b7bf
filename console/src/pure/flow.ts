/** What the flow of a node comes to: sums over all its lines, and spans of the last steps. */
import type { FlowLine } from '../../../src/operate/admin/api.js'
import type { QueueStats } from '../../../src/store/queue/admin.js'
import { span } from './text.js'

export interface FlowSums {
  readonly count: readonly number[]
  readonly failed: readonly number[]
  readonly clientFaults: readonly number[]
  readonly serverFaults: readonly number[]
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly p99: readonly (number | null)[]
}

/** Counts are added; of durations the middle is weighted, the highest is taken. */
export function sumsOf(lines: readonly FlowLine[]): FlowSums {
  const steps = Math.max(0, ...lines.map(({ count }) => count.length))
  const each = Array.from({ length: steps }, (_, index) => index)
  const sum = (pick: (line: FlowLine) => number) => lines.reduce((all, line) => all + pick(line), 0)
  const highest = (pick: (line: FlowLine) => readonly (number | null)[]) =>
    each.map((at) => {
      const measured = lines.flatMap((line) => pick(line)[at] ?? [])
      return measured.length === 0 ? null : Math.max(...measured)
    })
  return {
    count: each.map((at) => sum(({ count }) => count[at] ?? 0)),
    failed: each.map((at) => sum(({ failed }) => failed[at] ?? 0)),
    clientFaults: each.map((at) => sum(({ clientFaults }) => clientFaults[at] ?? 0)),
    serverFaults: each.map((at) => sum(({ serverFaults }) => serverFaults[at] ?? 0)),
    p50: each.map((at) => {
      const all = sum(({ count, p50 }) => (p50[at] === null ? 0 : (count[at] ?? 0)))
      return all === 0 ? null : sum(({ count, p50 }) => (p50[at] ?? 0) * (count[at] ?? 0)) / all
    }),
    p95: highest(({ p95 }) => p95),
    p99: highest(({ p99 }) => p99),
  }
}

/** The last steps that make up so many milliseconds, at least one. */
export function last<Value>(values: readonly Value[], step: number, ms: number): readonly Value[] {
  return values.slice(-Math.max(1, Math.round(ms / step)))
}

export function total(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

/** When each step ended, in seconds since 1970, oldest first. */
export function timesOf(steps: number, step: number, at: number): readonly number[] {
  return Array.from({ length: steps }, (_, index) => (at - (steps - 1 - index) * step) / 1000)
}

/** What is to be said of what waits. */
export function backlogNote({ oldest, delayed }: Pick<QueueStats, 'oldest' | 'delayed'>): string {
  if (oldest !== undefined) return `oldest ${span(oldest)}`
  return delayed === 0 ? 'nothing waits' : 'wait for their next attempt'
}

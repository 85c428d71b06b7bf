/** What the flow of a node comes to: sums over all its lines, and what is wrong with it. */
import type { FlowLine, FlowView, NodeView } from '../../../src/operate/admin/api.js'
import type { QueueStats } from '../../../src/store/queue/admin.js'
import { share, span, whole } from './text.js'

export interface FlowSums {
  readonly count: readonly number[]
  readonly failed: readonly number[]
  readonly p50: readonly (number | null)[]
  readonly p99: readonly (number | null)[]
}

/** Counts are added; of durations the middle is weighted, the highest is taken. */
export function sumsOf(lines: readonly FlowLine[]): FlowSums {
  const steps = Math.max(0, ...lines.map(({ count }) => count.length))
  const each = Array.from({ length: steps }, (_, index) => index)
  const sum = (pick: (line: FlowLine) => number) => lines.reduce((all, line) => all + pick(line), 0)
  return {
    count: each.map((at) => sum(({ count }) => count[at] ?? 0)),
    failed: each.map((at) => sum(({ failed }) => failed[at] ?? 0)),
    p50: each.map((at) => {
      const all = sum(({ count, p50 }) => (p50[at] === null ? 0 : (count[at] ?? 0)))
      return all === 0 ? null : sum(({ count, p50 }) => (p50[at] ?? 0) * (count[at] ?? 0)) / all
    }),
    p99: each.map((at) => {
      const measured = lines.flatMap(({ p99 }) => p99[at] ?? [])
      return measured.length === 0 ? null : Math.max(...measured)
    }),
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

export interface Trouble {
  readonly tone: 'bad' | 'warn'
  readonly sentence: string
  /** Page and query that say more. */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
}

const FIVE_MINUTES = 300_000
/** The share of failures, and the age of the oldest message that waits, from which on it is told. */
const MANY_FAILED = 0.05
const LONG_WAIT = 60_000

/** What whoever is on call should look at, the worst first. */
export function troubles(flow: FlowView, node: NodeView | undefined): readonly Trouble[] {
  const found: Trouble[] = []
  if (node && !node.ready) {
    found.push({ tone: 'bad', sentence: 'The node is not ready.', path: ['topology'] })
  }
  const { queue } = flow
  if (queue && queue.dead > 0) {
    const letters = queue.dead === 1 ? '1 dead letter' : `${whole(queue.dead)} dead letters`
    found.push({ tone: 'bad', sentence: `${letters} in the queue.`, path: ['dead'] })
  }
  const received = total(last(sumsOf(flow.lines).count, flow.step, FIVE_MINUTES))
  const failed = total(last(sumsOf(flow.lines).failed, flow.step, FIVE_MINUTES))
  if (failed > 0 && failed / received >= MANY_FAILED) {
    found.push({
      tone: 'bad',
      sentence: `${share(failed, received)} of the messages of the last 5 minutes failed: ${whole(failed)} of ${whole(received)}.`,
      path: ['exchanges'],
      query: { outcome: 'fault,refused', since: '5m' },
    })
  }
  if (queue?.paused) {
    found.push({
      tone: 'warn',
      sentence: 'The queue is paused: nobody takes jobs.',
      path: ['queue'],
    })
  }
  if (queue?.oldest !== undefined && queue.oldest >= LONG_WAIT) {
    found.push({
      tone: 'warn',
      sentence: `The oldest message in the queue has waited for ${span(queue.oldest)}.`,
      path: ['queue'],
    })
  }
  return found
}

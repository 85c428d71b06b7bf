/** Finds whether the memory of the process comes near what it may use: the heap of V8, or the limit of its control group. */
import { getHeapStatistics } from 'node:v8'
import { sizeText } from '../../../base/units.js'
import type { ProblemSource } from '../problem.js'

/** Bytes. */
export interface MemoryUse {
  readonly what: string
  readonly used: number
  readonly limit: number
}

/** Percent of a limit, and looks in a row that find it: garbage that is just collected is no problem. */
const NEAR = 90
const LOOKS = 2

/** What the process uses, and what it may: without a limit, a use is left out. */
export function memoryOfProcess(): readonly MemoryUse[] {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  const constrained = process.constrainedMemory()
  return [
    { what: 'the heap (--max-old-space-size)', used, limit },
    // A number beyond all memory stands for none.
    ...(constrained > 0 && constrained < Number.MAX_SAFE_INTEGER
      ? [{ what: 'the control group', used: process.memoryUsage.rss(), limit: constrained }]
      : []),
  ]
}

export function memory(uses: () => readonly MemoryUse[] = memoryOfProcess): ProblemSource {
  const near = new Map<string, number>()
  return {
    name: 'memory',
    every: 3_000,
    find: async () =>
      uses().flatMap(({ what, used, limit }) => {
        const percent = Math.floor((used / limit) * 100)
        const looks = percent < NEAR ? 0 : (near.get(what) ?? 0) + 1
        near.set(what, looks)
        if (looks < LOOKS) return []
        return [
          {
            name: 'memory-near-limit' as const,
            subject: what,
            severity: 'error' as const,
            stopsAcceptance: false,
            shared: false,
            summary: `The node uses ${percent} % of ${what}: ${rounded(used)} of ${rounded(limit)}. It ends if it needs more.`,
            remedy:
              'Raise the limit, or lower limits, queue.concurrency or the connections of the listeners; docs/capacity.md says how much each needs.',
            page: '#/flow',
          },
        ]
      }),
  }
}

function rounded(bytes: number): string {
  return sizeText(Math.round(bytes / 1024 ** 2) * 1024 ** 2)
}

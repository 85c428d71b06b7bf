/** How much memory this process uses, and how much it may use. */
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

/** In bytes. */
export interface Memory {
  readonly resident: number
  readonly heapUsed: number
  readonly heapTotal: number
  /** V8 ends the process when its heap needs more. */
  readonly heapLimit: number
  /** Outside the heap, by what is in it. */
  readonly external: number
  /** Of the machine, or what its container may use if that is less. */
  readonly limit: number
  /** True if the limit is that of a container. */
  readonly constrained: boolean
}

export function memoryNow(): Memory {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const machine = totalmem()
  // 0 or a number beyond all memory if there is no such limit.
  const container = process.constrainedMemory() ?? 0
  const constrained = container > 0 && container < machine
  return {
    resident: rss,
    heapUsed,
    heapTotal,
    heapLimit: getHeapStatistics().heap_size_limit,
    external,
    limit: constrained ? container : machine,
    constrained,
  }
}

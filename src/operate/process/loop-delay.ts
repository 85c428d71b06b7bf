/** Measures how late the event loop comes round. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

/** In seconds. */
export interface Delays {
  readonly mean: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Milliseconds between two looks: as exact as is needed, and no load. */
const EVERY = 20
const NANO = 1e-9

export class LoopDelay {
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: EVERY })

  constructor() {
    this.#delays.enable()
  }

  /** What was measured since `reset`; undefined if nothing was yet. */
  get delays(): Delays | undefined {
    const { mean, max, count } = this.#delays
    if (count === 0) return undefined
    return {
      mean: secondsOf(mean),
      p50: secondsOf(this.#delays.percentile(50)),
      p99: secondsOf(this.#delays.percentile(99)),
      max: secondsOf(max),
    }
  }

  reset(): void {
    this.#delays.reset()
  }

  close(): void {
    this.#delays.disable()
  }
}

/** The time between two looks is measured, the one that was asked for included. */
function secondsOf(nanoseconds: number): number {
  return Math.max(0, nanoseconds * NANO - EVERY / 1000)
}

/** Measures how late the event loop comes round, from one scrape to the next. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Sample } from './exposed.js'

/** Milliseconds between two looks: as exact as is needed, and no load. */
const EVERY = 20
const NANO = 1e-9

export class EventLoop {
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

/** Counts what one transport did with one operation, step by step, with the times that it took. */
import { Latencies } from './latencies.js'

/** Steps that are kept: with `STEP`, a quarter of an hour. */
export const STEPS = 180

/** At whom a failure is: the sender of the message, or the node and what it sends to. */
export type Fault = 'client' | 'server'

export class Line {
  readonly #count = new Uint32Array(STEPS)
  readonly #client = new Uint32Array(STEPS)
  readonly #server = new Uint32Array(STEPS)
  readonly #latencies: (Latencies | undefined)[] = new Array(STEPS).fill(undefined)
  /** Number of the newest step that something was counted in. */
  #latest = Number.NEGATIVE_INFINITY

  /** True if all that was counted is too old to be shown. */
  isOver(step: number): boolean {
    return step - this.#latest >= STEPS
  }

  /**
   * @param fault  whose fault it is that it failed; undefined if it did not
   * @param ms     undefined if it took no time that tells something
   */
  add(step: number, fault: Fault | undefined, ms: number | undefined): void {
    if (step > this.#latest) this.#forget(step)
    const index = step % STEPS
    this.#count[index] = (this.#count[index] ?? 0) + 1
    if (fault !== undefined) {
      const faults = fault === 'client' ? this.#client : this.#server
      faults[index] = (faults[index] ?? 0) + 1
    }
    if (ms === undefined) return
    const existing = this.#latencies[index]
    const latencies = existing ?? new Latencies()
    if (!existing) this.#latencies[index] = latencies
    latencies.add(ms)
  }

  /** What is known of the steps before one, oldest first. */
  before(step: number): {
    readonly count: number[]
    readonly failed: number[]
    readonly client: number[]
    readonly server: number[]
    readonly p50: (number | null)[]
    readonly p95: (number | null)[]
    readonly p99: (number | null)[]
  } {
    const shown: ReturnType<Line['before']> = {
      count: [],
      failed: [],
      client: [],
      server: [],
      p50: [],
      p95: [],
      p99: [],
    }
    for (let at = step - STEPS; at < step; at += 1) {
      const index = ((at % STEPS) + STEPS) % STEPS
      const recognised = at <= this.#latest && at > this.#latest - STEPS
      const latencies = recognised ? this.#latencies[index] : undefined
      shown.count.push(recognised ? (this.#count[index] ?? 0) : 0)
      const client = recognised ? (this.#client[index] ?? 0) : 0
      const server = recognised ? (this.#server[index] ?? 0) : 0
      shown.failed.push(client + server)
      shown.client.push(client)
      shown.server.push(server)
      shown.p50.push(latencies?.quantile(0.5) ?? null)
      shown.p95.push(latencies?.quantile(0.95) ?? null)
      shown.p99.push(latencies?.quantile(0.99) ?? null)
    }
    return shown
  }

  #forget(step: number): void {
    for (let at = Math.max(this.#latest + 1, step - STEPS + 1); at <= step; at += 1) {
      const index = at % STEPS
      this.#count[index] = 0
      this.#client[index] = 0
      this.#server[index] = 0
      this.#latencies[index] = undefined
    }
    this.#latest = step
  }
}
